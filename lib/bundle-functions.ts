import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { buildSync } from "esbuild";

const ROOT = join(import.meta.dirname, "..");

/** What the bundles have instead of parts of the SDK: files of this folder. */
export const lighterPackages = (folder = import.meta.dirname) => ({
  "@aws-sdk/credential-provider-node": join(folder, "environment-credentials.ts"),
  "@aws-sdk/endpoint-cache": join(folder, "unused-sdk-parts.ts"),
  // Imported at run time, it would keep most of the SDK's core in functions of their own, compiled twice at each start.
  "@smithy/core/event-streams": join(folder, "unused-sdk-parts.ts"),
});

type BundleOptions = {
  readonly root?: string;
  readonly alias?: Readonly<Record<string, string>>;
  /** Keeps each bundle's source map beside it, for a runtime that reads them. */
  readonly linksSourceMaps?: boolean;
};

/**
 * Bundles every function in one esbuild call. CommonJS starts faster than ESM; `module` before `main` selects the
 * tree-shakeable build of each package.
 * @returns a new directory with `<name>/index.cjs` of each function; the caller removes it
 */
export const bundleFunctions = ({
  root = join(ROOT, "functions"),
  alias = lighterPackages(),
  linksSourceMaps = false,
}: BundleOptions = {}): string => {
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
    sourcemap: linksSourceMaps ? "linked" : "external",
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

/**
 * Moves the source maps out of the bundles, as `<name>.map` with paths from the project's root. A map names folders, so
 * with it a bundle of the same code would be another asset in each checkout.
 */
export const moveSourceMaps = (bundles: string, directory: string) => {
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(bundles)) {
    const file = join(bundles, name, "index.cjs.map");
    const map: { sources: string[] } = JSON.parse(readFileSync(file, "utf8"));
    const sources = map.sources.map((source) => relative(ROOT, resolve(dirname(file), source)));
    writeFileSync(join(directory, `${name}.map`), JSON.stringify({ ...map, sources }));
    rmSync(file);
  }
};
