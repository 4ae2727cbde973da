import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { type BuildOptions, build, buildSync, type Metafile, type OutputFile } from "esbuild";
import { FUNCTIONS, functionFiles, functionName } from "./function-files.ts";
import { timeZoneTable } from "./time-zone-table.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Packages that few requests need. Each is a file beside the bundles that use it, and is loaded at first use. */
const SEPARATE_PACKAGES = {
  "./numbering-plans.cjs":
    'export { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";',
  "./multipart-parser.cjs": 'export { MultipartPart, parseMultipart } from "@remix-run/multipart-parser";',
  "./time-zones.cjs": 'export { formatInTimeZone } from "date-fns-tz";',
};

/** Returns esbuild's options that replace packages, or parts of them, in the bundles. */
export const lighterPackages = (folder = import.meta.dirname): PackageOptions => ({
  alias: {
    "@aws-sdk/credential-provider-node": join(folder, "environment-credentials.ts"),
    "@aws-sdk/endpoint-cache": join(folder, "unused-parts.ts"),
    // A run-time import would keep most of the SDK's core in separate functions, which each start compiles twice.
    "@smithy/core/event-streams": join(folder, "unused-parts.ts"),
    "node:stream/web": join(folder, "unused-parts.ts"),
    "libphonenumber-js/min": "./numbering-plans.cjs",
    "@remix-run/multipart-parser": join(folder, "packages-at-first-use.ts"),
    "date-fns-tz": join(folder, "packages-at-first-use.ts"),
  },
  external: Object.keys(SEPARATE_PACKAGES),
  // Node loads web streams at the first mention of the name, and the SDK tests each body for one.
  define: {
    ReadableStream: "undefined",
    TIME_ZONE_TABLE: zoneTableText(),
    IS_BUNDLED: "true",
  },
});

let zoneTable: string | undefined;

/** Computes the table once: that takes half as long as bundling a function. */
const zoneTableText = () => {
  zoneTable ??= JSON.stringify(JSON.stringify(timeZoneTable()));
  return zoneTable;
};

type PackageOptions = Pick<BuildOptions, "alias" | "external" | "define">;

const BUNDLED = {
  bundle: true,
  minify: true,
  platform: "node",
  target: "node24",
  format: "cjs",
  mainFields: ["module", "main"],
  logLevel: "warning",
} as const satisfies BuildOptions;

type BundleOptions = {
  readonly root?: string;
  /** The folder of the bundles. The default is a new folder, which the caller removes. */
  readonly directory?: string;
  /** Selects functions; the default is every function. */
  readonly isSelected?: (name: string) => boolean;
  /** Replacements of packages; empty for packages as they are published. */
  readonly packages?: PackageOptions;
};

/**
 * Bundles every function in one esbuild call. CommonJS starts faster than ESM; `module` before `main` selects the
 * tree-shakeable build of each package.
 * @returns the directory with `<name>/index.cjs` of each function
 */
export const bundleFunctions = ({
  root = FUNCTIONS,
  directory = mkdtempSync(join(tmpdir(), "intake-functions-")),
  isSelected = () => true,
  packages = lighterPackages(),
}: BundleOptions = {}): string => {
  const files = functionFiles(root).filter((file) => isSelected(functionName(file)));
  const { metafile } = buildSync({
    ...optionsOf(files, root, directory),
    ...packages,
    sourcemap: "external",
  });
  for (const { contents, targets } of separatePackages(metafile))
    writeAll(targets, buildSync(packageOptions(contents)).outputFiles);
  return directory;
};

/**
 * Bundles some functions without blocking this process, and keeps each source map beside its bundle, for a runtime that
 * reads them.
 * @throws Error with the faults of the sources
 */
export const bundleInPlace = async (directory: string, names: readonly string[]): Promise<void> => {
  const files = functionFiles().filter((file) => names.includes(functionName(file)));
  const options = { ...optionsOf(files, FUNCTIONS, directory), ...lighterPackages() };
  const { metafile } = await build({ ...options, sourcemap: "linked" });
  for (const { contents, targets } of separatePackages(metafile))
    writeAll(targets, (await build(packageOptions(contents))).outputFiles);
};

const optionsOf = (files: readonly string[], root: string, directory: string) =>
  ({
    ...BUNDLED,
    entryPoints: files.map((file) => ({ in: join(root, file), out: join(functionName(file), "index") })),
    outdir: directory,
    outExtension: { ".js": ".cjs" },
    sourcesContent: false,
    metafile: true,
  }) satisfies BuildOptions;

const packageOptions = (contents: string) =>
  ({ ...BUNDLED, stdin: { contents, resolveDir: ROOT }, write: false }) satisfies BuildOptions;

/** Returns the separate packages that bundles load, with the files in which these expect each. */
const separatePackages = ({ outputs }: Metafile) =>
  Object.entries(SEPARATE_PACKAGES)
    .map(([name, contents]) => ({
      contents,
      targets: Object.keys(outputs)
        .filter((file) => outputs[file]?.imports.some(({ path }) => path === name))
        .map((file) => resolve(dirname(file), name)),
    }))
    .filter(({ targets }) => targets.length > 0);

const writeAll = (targets: readonly string[], [code]: readonly OutputFile[]) => {
  for (const target of targets) writeFileSync(target, code?.contents ?? "");
};

/**
 * Moves the source maps out of the bundles, as `<name>.map` with paths from the project's root. A map names folders:
 * left in place, it would make a different asset of the same code in each checkout.
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
