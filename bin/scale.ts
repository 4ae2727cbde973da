import { readFileSync, writeFileSync } from "node:fs";
import { DOCUMENTS } from "../lib/scale/documents.ts";
import { withTables } from "../lib/scale/markdown.ts";

/** Writes the tables about cost, limits and performance from what the bench measured; a test fails while they are not current. */
for (const [file, tables] of Object.entries(DOCUMENTS))
  writeFileSync(file, withTables(readFileSync(file, "utf8"), tables));
