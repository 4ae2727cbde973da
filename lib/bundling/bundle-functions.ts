import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { type BuildOptions, buildSync, type Metafile } from "esbuild";
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
    TIME_ZONE_TABLE: JSON.stringify(JSON.stringify(timeZoneTable())),
    IS_BUNDLED: "true",
  },
});

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
  /** Keeps each bundle's source map beside it, for a runtime that reads them. */
  readonly linksSourceMaps?: boolean;
};

/** Returns the name of the function in a file of `functions/`: an endpoint's file, or `<name>.consumer.ts`. */
export const functionName = (file: string) => basename(file, ".ts").replace(/\.consumer$/, "");

/**
 * Bundles every function in one esbuild call. CommonJS starts faster than ESM; `module` before `main` selects the
 * tree-shakeable build of each package.
 * @returns the directory with `<name>/index.cjs` of each function
 */
export const bundleFunctions = ({
  root = join(ROOT, "functions"),
  directory = mkdtempSync(join(tmpdir(), "intake-functions-")),
  isSelected = () => true,
  packages = lighterPackages(),
  linksSourceMaps = false,
}: BundleOptions = {}): string => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && isSelected(functionName(file)),
  );
  const { metafile } = buildSync({
    ...BUNDLED,
    ...packages,
    entryPoints: files.map((file) => ({ in: join(root, file), out: join(functionName(file), "index") })),
    outdir: directory,
    outExtension: { ".js": ".cjs" },
    sourcemap: linksSourceMaps ? "linked" : "external",
    sourcesContent: false,
    metafile: true,
  });
  addSeparatePackages(metafile);
  return directory;
};

/** Writes each separate package beside the bundles that load it. */
const addSeparatePackages = ({ outputs }: Metafile) => {
  for (const [name, contents] of Object.entries(SEPARATE_PACKAGES)) {
    const users = Object.keys(outputs).filter((file) =>
      outputs[file]?.imports.some(({ path }) => path === name),
    );
    const [code] = buildSync({ ...BUNDLED, stdin: { contents, resolveDir: ROOT }, write: false }).outputFiles;
    for (const file of users) writeFileSync(resolve(dirname(file), name), code?.contents ?? "");
  }
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
