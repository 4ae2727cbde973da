import type { OperatorOptions } from "./operator-command.ts";
import { LINE_CHARACTERS, layOut } from "./table-layout.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Prints a result as JSON, or as lines of names and values. */
export const printRecord = (record: Row, { json }: OperatorOptions) => {
  if (json) return console.log(JSON.stringify(record));
  printLines(recordLines(record));
};

/** Prints a list as a JSON array, or as columns; as a record for each row if columns do not fit. */
export const printRows = (rows: readonly Row[], { json }: OperatorOptions) => {
  if (json) return console.log(JSON.stringify(rows));
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return console.log("none");
  const lines = layOut([names, ...rows.map((row) => names.map((name) => text(row[name])))]);
  const fits = lines.every(({ length }) => length <= LINE_CHARACTERS);
  printLines(fits ? lines : rows.flatMap((row) => [...recordLines(row), ""]).slice(0, -1));
};

const printLines = (lines: readonly string[]) => {
  for (const line of lines) console.log(line);
};

const recordLines = (record: Row) =>
  layOut(Object.entries(record).map(([name, value]) => [name, text(value)]));

/** Words that a line can be broken between. */
const text = (value: unknown): string => {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value)) return value.map(text).join(" ") || "-";
  if (typeof value !== "object") return String(value);
  const entries = Object.entries(value).map(([name, each]) => `${name}=${text(each)}`);
  return entries.join(" ") || "-";
};

const PROGRESS_MILLISECONDS = 1_000;

/** Reports long work on stderr, at most once a second, so that stdout holds the result alone. */
export const progressOf = (describe: (count: number) => string) => {
  let reportedAt = Date.now();
  return (count: number) => {
    if (Date.now() - reportedAt < PROGRESS_MILLISECONDS) return;
    reportedAt = Date.now();
    console.error(describe(count));
  };
};
