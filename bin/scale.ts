import { readFileSync, writeFileSync } from "node:fs";
import { SCALE_FILE, scaleDocument } from "../lib/scale/document.ts";
import { FIGURES_FILE, parseFigures } from "../lib/scale/figures.ts";
import { PERFORMANCE_FILE, performanceDocument } from "../lib/scale/performance.ts";

/** Writes the documents about cost, limits and performance from what the bench measured; a test fails while they are not current. */
const figures = parseFigures(readFileSync(FIGURES_FILE, "utf8"));
writeFileSync(SCALE_FILE, scaleDocument(figures));
writeFileSync(PERFORMANCE_FILE, performanceDocument(figures));
