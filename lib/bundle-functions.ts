import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buildSync } from "esbuild";

/**
 * Bundles every function in one esbuild call, each into `<folder>/<name>/index.cjs` of a new directory
 * (the caller removes it once the assets are staged). CommonJS starts faster than ESM; `module` before `main`
 * picks the tree-shakeable half of each package.
 */
export const bundleFunctions = (root = join(import.meta.dirname, "../functions")): string => {
  const directory = mkdtempSync(join(tmpdir(), "intake-functions-"));
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  buildSync({
    entryPoints: files.map((file) => ({ in: join(root, file), out: join(basename(file, ".ts"), "index") })),
    outdir: directory,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    platform: "node",
    target: "node24",
    format: "cjs",
    mainFields: ["module", "main"],
    logLevel: "warning",
  });
  return directory;
};
