import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, parse } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { minifySync, version } from "@swc/core";
import { buildSync, type Metafile, type OutputFile } from "esbuild";

const ROOT = join(import.meta.dirname, "../../..");

export type PageFile = { readonly name: string; readonly contents: Uint8Array };

/** Adds a hash of the contents to a file's name, as esbuild does. */
export const hashedFile = (file: string, contents: Uint8Array): PageFile => {
  const { name, ext } = parse(file);
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
  return { name: `${name}-${hash}${ext}`, contents };
};

type PageSource = {
  /** The folder of `index.html`, `page.ts` and `page.css`, from the project's root. */
  readonly source: string;
  /** Scripts besides `page.ts`, for a place of their own in `index.html`. */
  readonly otherScripts?: readonly string[];
  /** Files that are already bundled. */
  readonly otherAssets?: readonly PageFile[];
  /** HTML by the placeholder that it replaces in `index.html`, `{{menu}}`. */
  readonly parts?: Readonly<Record<string, string>>;
};

/**
 * Writes a page into a new directory: `index.html`, its scripts and its style. Scripts and style have a hash of their
 * content in their names. What `import()` names is a script of its own. Each file is also compressed by gzip (`.gz`) and by Brotli (`.br`).
 */
export const bundlePage = (directory: string, page: PageSource): void => {
  const { source, otherScripts = [], otherAssets = [], parts = {} } = page;
  const folder = join(ROOT, source);
  const { bundled, preload } = bundleAssets(folder, directory, otherScripts);
  const assets = [...bundled, ...otherAssets];
  const names = Object.fromEntries(assets.map(({ name }) => [name.replace(/-[^-]+(?=\.\w+$)/, ""), name]));
  const html = readFileSync(join(folder, "index.html"), "utf8").replace(
    /\{\{([\w.]+)\}\}/g,
    (place, name: string) => ({ ...names, preload, ...parts })[name] ?? place,
  );
  mkdirSync(directory, { recursive: true });
  for (const { name, contents } of [...assets, { name: "index.html", contents: Buffer.from(html) }]) {
    writeFileSync(join(directory, `${name}.gz`), gzipSync(contents, { level: 9 }));
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(contents, BROTLI));
  }
};

/** Compresses a tenth better than gzip, in a second. The best quality takes ten seconds for another tenth. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
};

const bundleAssets = (folder: string, directory: string, otherScripts: readonly string[]) => {
  const { outputFiles, metafile } = buildSync({
    entryPoints: ["page.ts", "page.css", ...otherScripts].map((name) => join(folder, name)),
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    splitting: true,
    jsx: "automatic",
    jsxImportSource: "preact",
    // The hash depends on paths relative to this folder.
    absWorkingDir: ROOT,
    outdir: directory,
    write: false,
    bundle: true,
    metafile: true,
    minify: true,
    // Names are given before SWC: another version of it gives others, since browsers keep a file for good.
    footer: { js: `/* ${version} */` },
    format: "esm",
    target: BROWSERS,
    logLevel: "warning",
  });
  const bundled = outputFiles.map(
    (file): PageFile => ({ name: basename(file.path), contents: denser(file) }),
  );
  return { bundled, preload: preloadOf(metafile, basename(folder)) };
};

/** Returns a bundled file. SWC makes a script about 4 % smaller than esbuild does. */
const denser = ({ path, text, contents }: OutputFile): Uint8Array =>
  path.endsWith(".js")
    ? Buffer.from(minifySync(text, { module: true, compress: true, mangle: true }).code)
    : contents;

/** Returns HTML by which browsers load the parts of `page.ts` beside it, instead of after it. */
const preloadOf = ({ outputs }: Metafile, page: string): string => {
  const [entry] = Object.values(outputs).filter(({ entryPoint }) => entryPoint?.endsWith("/page.ts"));
  return (entry?.imports ?? [])
    .filter(({ kind }) => kind === "import-statement")
    .map(({ path }) => `<link rel="modulepreload" href="${page}/${basename(path)}">`)
    .join("\n    ");
};

/** The browsers of spring 2022, for which esbuild flattens the nested rules of a style. */
const BROWSERS = ["chrome100", "firefox100", "safari15.4"];
