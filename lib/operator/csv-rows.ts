import { CsvError, parse } from "csv-parse/sync";
import { groupBy } from "../../shared/runtime/collections.ts";
import { isBlank } from "../../shared/schema/text.ts";

/** A row of a list. A column that stands several times is a list of its cells that are not blank. */
export type CsvRow = {
  /** The number that a spreadsheet shows; the header is row 1. */
  readonly number: number;
  readonly values: Readonly<Record<string, string | readonly string[]>>;
};

const DELIMITERS = [",", ";", "\t"];

/**
 * Reads a list as programs export it (RFC 4180): UTF-8 with or without a byte order mark, any line ends, cells divided by
 * commas, semicolons or tabs. Leaves out rows without a value, and columns without a name.
 * @throws Error that names the line that cannot be read
 */
export const readCsv = (bytes: Uint8Array): CsvRow[] => {
  const text = utf8(bytes);
  const delimiter = delimiterOf(text);
  const read: { readonly number: number; readonly cells: readonly string[] }[] = [];
  withLines(() =>
    parse(text, {
      delimiter,
      skip_empty_lines: true,
      on_record: (cells: string[], { records, empty_lines }) => {
        read.push({ number: records + empty_lines, cells });
        return null;
      },
    }),
  );
  const [header, ...rows] = read;
  if (header === undefined) throw new Error("The file is empty.");
  const names = header.cells.map((name) => name.trim());
  return rows
    .map(({ number, cells }) => ({ number, values: valuesOf(names, cells) }))
    .filter(({ values }) => Object.keys(values).length > 0);
};

const valuesOf = (names: readonly string[], cells: readonly string[]): CsvRow["values"] => {
  const given = names
    .map((name, index) => ({ name, cell: cells[index] ?? "" }))
    .filter(({ name, cell }) => name !== "" && !isBlank(cell));
  return Object.fromEntries(
    [...groupBy(given, ({ name }) => name)].map(([name, same]) => {
      const [first = "", ...others] = same.map(({ cell }) => cell);
      return [name, others.length === 0 ? first : [first, ...others]];
    }),
  );
};

/** Returns the delimiter that divides the header into the most columns. */
const delimiterOf = (text: string): string => {
  const columns = (delimiter: string) =>
    withLines(
      () => parse(text, { delimiter, to: 1, skip_empty_lines: true, relax_quotes: true })[0]?.length ?? 0,
    );
  return DELIMITERS.map((delimiter) => ({ delimiter, count: columns(delimiter) })).reduce((most, each) =>
    each.count > most.count ? each : most,
  ).delimiter;
};

const withLines = <Value>(read: () => Value): Value => {
  try {
    return read();
  } catch (error) {
    if (error instanceof CsvError)
      throw new Error(`The list cannot be read: ${error.message}.`, { cause: error });
    throw error;
  }
};

const LINE_FEED = 10;

/** @throws Error that names the first line that is not UTF-8 */
const utf8 = (bytes: Uint8Array): string => {
  const text = decoded(bytes);
  if (text !== null) return text;
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(LINE_FEED, start);
    if (end < 0 || decoded(bytes.subarray(start, end)) === null) break;
    start = end + 1;
  }
  throw new Error(`Line ${line} is not UTF-8. Save the file as "CSV UTF-8", and import that.`);
};

const decoded = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};
