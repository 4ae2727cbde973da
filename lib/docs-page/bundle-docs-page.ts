import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { toGuides } from "./guides.ts";

const ROOT = join(import.meta.dirname, "../..");
const SOURCE = join(ROOT, "docs-page");

/** The files of `docs/` that the page shows, in this order. */
const GUIDES = ["first-steps.md", "api.md", "webhooks.md", "inbound.md"];

export const readGuides = () =>
  Object.fromEntries(GUIDES.map((name) => [name, readFileSync(join(ROOT, "docs", name), "utf8")]));

/**
 * Writes the reference page into a new directory: `index.html`, and its script and style with a hash of their content
 * in their names. All are compressed by gzip, and keep their names.
 */
export const bundleDocsPage = (directory: string): void => {
  const { outputFiles } = buildSync({
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
    define: { GUIDES: JSON.stringify(toGuides(readGuides())) },
    legalComments: "inline",
    logLevel: "warning",
  });
  mkdirSync(directory, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(path, compressed(contents));
  const names = outputFiles.map(({ path }) => basename(path));
  writeFileSync(join(directory, "index.html"), compressed(Buffer.from(pageOf(names))));
};

const pageOf = (names: readonly string[]) =>
  names.reduce(
    (html, name) => html.replace(`{{${name.replace(/-[^-]+(?=\.\w+$)/, "")}}}`, name),
    readFileSync(join(SOURCE, "index.html"), "utf8"),
  );

const compressed = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 });
