import type { OperatorOptions } from "./operator-command.ts";

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;

/** Prints a result as JSON, or as lines of names and values. */
export const printRecord = (record: Readonly<Record<string, unknown>>, { json }: OperatorOptions) => {
  if (json) return console.log(JSON.stringify(record));
  const width = Math.max(...Object.keys(record).map((name) => name.length));
  for (const [name, value] of Object.entries(record)) console.log(`${name.padEnd(width)}  ${text(value)}`);
};

/** Prints a list as a JSON array, or as columns. */
export const printRows = (rows: readonly Row[], { json }: OperatorOptions) => {
  if (json) return console.log(JSON.stringify(rows));
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return console.log("none");
  const lines = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
};

const text = (value: unknown): string => {
  if (value === null || value === undefined) return "-";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
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
