import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";

/**
 * A TypeScript file of this folder as CommonJS text, for a process or thread of its own: there the loader that
 * runs this service would cost 200 ms each time. The file may import nothing but Node's own modules.
 */
export const compileScript = (file: string) =>
  transformSync(readFileSync(join(import.meta.dirname, file), "utf8"), {
    loader: "ts",
    format: "cjs",
    target: "node20",
    sourcefile: file,
  }).code;
