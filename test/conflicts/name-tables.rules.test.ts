import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import {
  LEGAL_FORMS,
  LONG_LEGAL_FORMS,
  NICKNAMES,
  SUFFIXES,
  TITLES,
} from "../../shared/conflicts/name-tables.rules.ts";

const capitalized = (name: string) => name.charAt(0) + name.slice(1).toLowerCase();
const forms = (table: Iterable<string>) => [...table].map((form) => `\`${form}\``).join(" ");

/** The tables as the guide shows them. */
const TABLES = [
  `**Titles**: ${forms(TITLES)}`,
  `**Suffixes**: ${forms(SUFFIXES)}`,
  `**Legal forms**: ${forms([...LEGAL_FORMS, ...LONG_LEGAL_FORMS])}`,
  `**First names**, each group alike: ${NICKNAMES.map((row) => row.map(capitalized).join(" ")).join("; ")}.`,
];

it("the guide for the office shows the tables as they are", () => {
  const guide = readFileSync(join(import.meta.dirname, "../../docs/check-for-conflicts.md"), "utf8");
  const text = guide.replaceAll(/\s+/g, " ");
  for (const table of TABLES) expect(text).toContain(table);
});

it("each row of first names has names that differ, some in their initials, and a head of its own", () => {
  const poor = NICKNAMES.filter(
    (row) => new Set(row).size < row.length || new Set(row.map((name) => name[0])).size < 2,
  );
  expect(poor).toEqual([]);
  expect(new Set(NICKNAMES.map(([head]) => head)).size).toBe(NICKNAMES.length);
});
