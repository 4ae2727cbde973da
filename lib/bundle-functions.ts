import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { buildSync } from "esbuild";

/** What the bundles have instead of a package. */
const LIGHTER_PACKAGES = {
  "@aws-sdk/credential-provider-node": join(import.meta.dirname, "environment-credentials.ts"),
};

/**
 * Bundles every function in one esbuild call. CommonJS starts faster than ESM; `module` before `main` selects the
 * tree-shakeable build of each package.
 * @returns a new directory with `<name>/index.cjs` of each function; the caller removes it
 */
export const bundleFunctions = (
  root = join(import.meta.dirname, "../functions"),
  alias: Readonly<Record<string, string>> = LIGHTER_PACKAGES,
): string => {
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
    alias,
    logLevel: "warning",
  });
  return directory;
};
