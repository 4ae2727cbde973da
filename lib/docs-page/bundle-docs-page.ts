import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { readGuides, toGuides } from "./guides.ts";
import { outlineOf } from "./outline.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "docs-page");
const SCALAR = createRequire(import.meta.filename).resolve("@scalar/api-reference/browser/standalone.js");

type PageFile = { readonly name: string; readonly contents: Uint8Array };

/**
 * Writes the reference page into a new directory: `index.html`, and its scripts and style with a hash of their content
 * in their names, each compressed by gzip (`.gz`) and by Brotli (`.br`).
 */
export const bundleDocsPage = (directory: string): void => {
  const assets = [...ownAssets(directory), scalarAsset()];
  const page = { name: "index.html", contents: Buffer.from(pageOf(assets.map(({ name }) => name))) };
  mkdirSync(directory, { recursive: true });
  for (const { name, contents } of [...assets, page]) {
    writeFileSync(join(directory, `${name}.gz`), gzipSync(contents, { level: 9 }));
    writeFileSync(join(directory, `${name}.br`), brotliCompressSync(contents, BROTLI));
  }
};

/** A tenth smaller than by gzip in a second; the best quality takes ten seconds for another tenth. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 },
};

const ownAssets = (directory: string): PageFile[] =>
  buildSync({
    entryPoints: [join(SOURCE, "page.ts"), join(SOURCE, "page.css")],
    entryNames: "[name]-[hash]",
    // The hash depends on paths from here.
    absWorkingDir: ROOT,
    outdir: directory,
    write: false,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    logLevel: "warning",
  }).outputFiles.map(({ path, contents }) => ({ name: basename(path), contents }));

/** Scalar as it is published: it is bundled and minified already. */
const scalarAsset = (): PageFile => {
  const contents = readFileSync(SCALAR);
  const hash = createHash("sha256").update(contents).digest("hex").slice(0, 8).toUpperCase();
  return { name: `scalar-${hash}.js`, contents };
};

/** The template with the names of the assets, and what is read before they have come. */
const pageOf = (names: readonly string[]) => {
  const { menu, guides } = outlineOf(toGuides(readGuides()));
  const files = names.map((name): [string, string] => [name.replace(/-[^-]+(?=\.\w+$)/, ""), name]);
  return [...files, ["menu", menu] as const, ["guides", guides] as const].reduce(
    (html, [place, text]) => html.replace(`{{${place}}}`, () => text),
    readFileSync(join(SOURCE, "index.html"), "utf8"),
  );
};
