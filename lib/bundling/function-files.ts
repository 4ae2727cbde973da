import { readdirSync } from "node:fs";
import { basename, join } from "node:path";

/** The folder of the functions' sources. */
export const FUNCTIONS = join(import.meta.dirname, "../../functions");

/** Returns the files of the functions, relative to their folder. */
export const functionFiles = (root = FUNCTIONS): string[] =>
  readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));

/** Returns the name of the function in a file: an endpoint's file, or `<name>.consumer.ts`. */
export const functionName = (file: string) => basename(file, ".ts").replace(/\.consumer$/, "");
