import { Help } from "commander";

export type Row = Readonly<Record<string, unknown>>;

/** A command's result: a record, a list, or undefined if it has printed itself. */
export type Result = Row | readonly Row[] | undefined;

/** A text that is printed on one line, however long, so that it can be copied. */
export class OneLine {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON() {
    return this.text;
  }
}

/** Prints a result as JSON, a record as lines of names and values, or a list as columns. */
export const printResult = (result: Result, { json }: { readonly json?: true }) => {
  if (result === undefined) return;
  if (json) return console.log(JSON.stringify(result));
  for (const line of isList(result) ? listLines(result) : recordLines(result)) console.log(line);
};

const isList = (result: Row | readonly Row[]): result is readonly Row[] => Array.isArray(result);

/** Returns columns, or a record for each row if they do not fit. */
const listLines = (rows: readonly Row[]): string[] => {
  const names = Object.keys(rows[0] ?? {});
  if (names.length === 0) return ["none"];
  const lines = layOut([names, ...rows.map((row) => names.map((name) => cell(row[name])))]);
  const fits = lines.every(({ length }) => length <= LINE_CHARACTERS);
  return fits ? lines : rows.flatMap((row) => [...recordLines(row), ""]).slice(0, -1);
};

const recordLines = (record: Row) =>
  layOut(Object.entries(record).map(([name, value]) => [name, cell(value)]));

type Cell = string | OneLine;

const cell = (value: unknown): Cell => (value instanceof OneLine ? value : text(value));

/** Returns words between which a line can be broken. */
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

/** The width that a terminal or a ticket shows without breaking lines. */
const LINE_CHARACTERS = 100;

const GAP = "  ";

/**
 * Returns lines of aligned columns, of at most 100 characters if the words allow it. A cell that is too long continues
 * on the next line, broken between words.
 */
const layOut = (rows: readonly (readonly Cell[])[]): string[] => {
  const widths = columnWidths(rows);
  return rows.flatMap((row) => printedRow(row, widths));
};

type Column = { width: number; readonly minimum: number };

/** Returns the width of the longest cell of each column. The widest columns shrink, down to their longest words. */
const columnWidths = (rows: readonly (readonly Cell[])[]): number[] => {
  const columns = (rows[0] ?? []).map((_, index): Column => {
    const cells = rows.map((row) => row[index] ?? "");
    return {
      width: longest(cells.flatMap((each) => split(each, "\n"))),
      minimum: longest(cells.flatMap((each) => split(each, /\s/))),
    };
  });
  const gaps = GAP.length * (columns.length - 1);
  const total = columns.reduce((sum, { width }) => sum + width, gaps);
  for (let excess = total - LINE_CHARACTERS; excess > 0; excess--) {
    const [widest] = columns
      .filter(({ width, minimum }) => width > minimum)
      .sort((one, other) => other.width - one.width);
    if (widest === undefined) break;
    widest.width--;
  }
  return columns.map(({ width }) => width);
};

const split = (content: Cell, separator: string | RegExp) =>
  content instanceof OneLine ? [content.text] : content.split(separator);

const longest = (texts: readonly string[]) => texts.reduce((most, { length }) => Math.max(most, length), 0);

const printedRow = (row: readonly Cell[], widths: readonly number[]): string[] => {
  const cells = widths.map((width, index) => wrap(row[index] ?? "", width));
  const height = cells.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: height }, (_, line) =>
    widths
      .map((width, index) => (cells[index]?.[line] ?? "").padEnd(width))
      .join(GAP)
      .trimEnd(),
  );
};

const help = Object.assign(new Help(), { minWidthToWrap: 1 });

const wrap = (content: Cell, width: number): string[] =>
  content instanceof OneLine ? [content.text] : help.boxWrap(content, width).split("\n");
