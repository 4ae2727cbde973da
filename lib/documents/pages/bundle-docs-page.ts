import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { bundlePage, hashedFile, type PageFile } from "./bundle-page.ts";
import { readGuides, toGuides } from "./guides.ts";
import { outlineOf } from "./outline.ts";

const SCALAR = createRequire(import.meta.filename).resolve("@scalar/api-reference/browser/standalone.js");

/** Writes the reference page into a new directory, with the content that precedes its scripts. */
export const bundleDocsPage = (directory: string): void =>
  bundlePage(directory, {
    source: "pages/docs",
    otherAssets: [scalarFile()],
    parts: outlineOf(toGuides(readGuides())),
  });

/** Returns Scalar as it is published, bundled and minified. */
const scalarFile = (): PageFile => hashedFile("scalar.js", readFileSync(SCALAR));
