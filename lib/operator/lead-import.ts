import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { externalIdColumn, type ImportedRow, importRow } from "../../shared/sources/import-row.ts";
import { externalIdIn } from "../../shared/sources/inbound-lead.rules.ts";
import type { Source } from "../../shared/sources/source.rules.ts";
import { listSources } from "../../shared/sources/source.store.ts";
import { type CsvRow, readCsv } from "./csv-rows.ts";
import { operatorCommand, type WalkOptions } from "./operator-command.ts";
import { printResult, progressOf } from "./output.ts";
import { openFirm } from "./select-firms.ts";

type ImportOptions = WalkOptions & { readonly source: string; readonly preview?: true };

/** The rows under way at once: some 100 a second over a connection of 80 ms. */
const ROWS_AT_ONCE = 8;

type Row = CsvRow & { readonly externalId: string };

type Rejected = { readonly row: number; readonly reason: string };

const runImport = async (options: ImportOptions, firm: string, file: string) => {
  const { table, firmId } = await openFirm(firm, options);
  const sources = await listSources(table, firmId, options.onFault);
  const source = importedSource(sources, options.source);
  const context = { table, firmId, source, isPreview: options.preview === true };
  const rows = rowsWithIds(readCsv(await readFile(file)), source);
  return summary(rows, await importRows(rows, ({ values }) => importRow(context, values)), options);
};

/** @throws Error if the firm has no such source, or if its deliveries prove an origin that no list has */
const importedSource = (sources: readonly Source[], key: string): Source => {
  const source = sources.find((each) => each.key === key);
  if (source === undefined) {
    const keys = sources.map((each) => each.key).join(", ") || "none";
    throw new Error(`The firm has no source "${key}". Its sources are: ${keys}.`);
  }
  if (source.signature !== null || source.bodySecret !== null)
    throw new Error(`The source "${key}" takes signed deliveries alone. Create one for the list.`);
  return source;
};

/**
 * Gives each row without an external id the hash of its cells, so that the same list, mended or not, creates no lead
 * twice. Of rows that are alike, the second is another person than the first, in every run.
 */
const rowsWithIds = (rows: readonly CsvRow[], source: Source): Row[] => {
  const column = externalIdColumn(source);
  const counts = new Map<string, number>();
  return rows.map(({ number, values }) => {
    const given = externalIdIn(values, source);
    if (given !== null) return { number, values, externalId: given };
    if (column === null)
      throw new Error(
        `Row ${number} has no external id, and the source "${source.key}" reads none from a column.`,
      );
    const cells = JSON.stringify(Object.entries(values).sort());
    const count = (counts.get(cells) ?? 0) + 1;
    counts.set(cells, count);
    const externalId = createHash("sha256").update(`${cells}\n${count}`).digest("hex");
    return { number, values: { ...values, [column]: externalId }, externalId };
  });
};

/** Divides rows into batches without two of one external id, which have to follow each other. */
const batchesOf = (rows: readonly Row[]): Row[][] => {
  const batches: Row[][] = [];
  for (const row of rows) {
    const last = batches.at(-1);
    const isNext = last?.some(({ externalId }) => externalId === row.externalId) ?? true;
    if (last && !isNext && last.length < ROWS_AT_ONCE) last.push(row);
    else batches.push([row]);
  }
  return batches;
};

type Tally = {
  /** The number of rows that were looked at. */
  done: number;
  readonly outcomes: Record<string, number>;
  readonly rejected: Rejected[];
  readonly unusedColumns: Set<string>;
};

const newTally = (): Tally => ({
  done: 0,
  outcomes: { created: 0, updated: 0, duplicate: 0, rejected: 0 },
  rejected: [],
  unusedColumns: new Set(),
});

const countRow = (tally: Tally, { number }: Row, { delivery, unusedColumns }: ImportedRow) => {
  const { outcome, error } = delivery;
  tally.done += 1;
  tally.outcomes[outcome] = (tally.outcomes[outcome] ?? 0) + 1;
  if (error) tally.rejected.push({ row: number, reason: error.message });
  for (const column of unusedColumns) tally.unusedColumns.add(column);
};

/** Imports the rows in their order, until the end or Ctrl-C. */
const importRows = async (
  rows: readonly Row[],
  importOne: (row: Row) => Promise<ImportedRow>,
): Promise<Tally> => {
  const stop = stopOnInterrupt();
  const report = progressOf((count) => `${count} of ${rows.length} rows`);
  const tally = newTally();
  for (const batch of batchesOf(rows)) {
    if (stop.isAsked()) break;
    const imported = await Promise.all(batch.map(async (row) => [row, await importOne(row)] as const));
    for (const [row, each] of imported) countRow(tally, row, each);
    report(tally.done);
  }
  stop.end();
  return tally;
};

/** Returns the summary. Without `--json`, prints the rejected rows before it, and what to do next. */
const summary = (
  rows: readonly Row[],
  { done, outcomes, rejected, unusedColumns }: Tally,
  options: ImportOptions,
) => {
  const counts = { rows: rows.length, done, ...outcomes, unused_columns: [...unusedColumns] };
  if (done < rows.length) {
    process.exitCode = INTERRUPTED;
    console.error(`Stopped after ${done} of ${rows.length} rows. The same command does the rest.`);
  }
  if (options.json) return { ...counts, rejected_rows: rejected };
  if (rejected.length > 0) printResult([...rejected], options);
  if (options.preview) console.error("Nothing was changed: leave out --preview to import the list.");
  return counts;
};

/** The exit code of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Lets the rows under way finish after the first Ctrl-C. The second one ends the program. */
const stopOnInterrupt = () => {
  let asked = false;
  const ask = () => {
    asked = true;
  };
  process.once("SIGINT", ask);
  return { isAsked: () => asked, end: () => void process.removeListener("SIGINT", ask) };
};

export const leadImportCommand = operatorCommand<ImportOptions>({
  usage: "import <firm> <file>",
  description:
    "import a list: each row of a CSV file becomes a delivery of a source, by its mapping; the same list again creates nothing twice",
  examples: ["<firm> --source old-leads leads.csv --preview", "<firm> --source old-leads leads.csv"],
  run: runImport,
})
  .requiredOption("--source <key>", "the source whose mapping names the columns")
  .option("--preview", "write nothing; print what would become of the rows");
