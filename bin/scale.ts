import { readFileSync, writeFileSync } from "node:fs";
import { SCALE_FILE, scaleDocument } from "../lib/scale/document.ts";
import { FIGURES_FILE, parseFigures } from "../lib/scale/figures.ts";

/** Writes the document about cost and limits from what the bench counted; a test fails while it is not current. */
writeFileSync(SCALE_FILE, scaleDocument(parseFigures(readFileSync(FIGURES_FILE, "utf8"))));
