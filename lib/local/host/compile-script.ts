import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";

/**
 * Compiles a TypeScript file to CommonJS text for a process or thread of its own, where the loader of this service
 * would cost 200 ms each time. The file may import nothing but Node's own modules.
 */
export const compileScript = (file: string) =>
  transformSync(readFileSync(file, "utf8"), {
    loader: "ts",
    format: "cjs",
    target: "node20",
    sourcefile: file,
  }).code;
