import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { withTables } from "../lib/documents/scale/markdown.ts";

const MEASURED_FILE = "test/bench/measured.json";

/**
 * Adopts the bench's measurements and writes the tables about cost, limits and performance from them. A test fails
 * while they are not current.
 */
if (existsSync(MEASURED_FILE)) renameSync(MEASURED_FILE, "test/bench/figures.json");
const { DOCUMENTS } = await import("../lib/documents/scale/documents.ts");
for (const [file, tables] of Object.entries(DOCUMENTS))
  writeFileSync(file, withTables(readFileSync(file, "utf8"), tables));
