import { readFileSync } from "node:fs";
import { transformSync } from "esbuild";

/**
 * Compiles a TypeScript file to CommonJS for a child process or worker thread, because loading tsx there would cost 200
 * ms each time. The file may import only Node's built-in modules.
 */
export const compileScript = (file: string) =>
  transformSync(readFileSync(file, "utf8"), {
    loader: "ts",
    format: "cjs",
    target: "node20",
    sourcefile: file,
  }).code;
