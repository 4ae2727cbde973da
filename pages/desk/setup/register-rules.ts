import type { PutConflictEntriesBody, PutConflictEntriesResult } from "../../../client/src/generated.ts";
import { namesIn } from "../lead/party-rules.ts";

const COLUMNS = ["key", "name", "aliases", "email", "phone", "role", "matter"] as const;
type Column = (typeof COLUMNS)[number];

export type PastedRow = {
  /** The number that a spreadsheet shows; the header is row 1. */
  readonly number: number;
  readonly values: Readonly<Partial<Record<Column, string>>>;
};

export type Pasted = {
  readonly rows: readonly PastedRow[];
  /** The columns that are not read. */
  readonly unused: readonly string[];
  /** Why nothing can be read. */
  readonly problem?: "noNames";
};

const DELIMITERS = [",", ";", "\t"];

/** Returns the delimiter that divides the header into the most columns. */
const delimiterOf = (header: string): string =>
  DELIMITERS.reduce((most, each) => (header.split(each).length > header.split(most).length ? each : most));

/** Divides a text into cells as RFC 4180 has them: a quoted one has any text, with its quotes doubled. */
const cellsIn = (text: string, delimiter: string): string[][] => {
  const rows: string[][] = [[]];
  const cells = new RegExp(`(?:"((?:[^"]+|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n|\\r|$)`, "g");
  for (const [, quoted, plain = "", end] of text.matchAll(cells)) {
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== delimiter) rows.push([]);
  }
  return rows;
};

/** Reads a list as programs export it, its cells divided by commas, semicolons or tabs. Leaves out blank rows. */
export const readPasted = (pasted: string): Pasted => {
  const text = pasted.replace(/^\uFEFF/, "");
  const [first = ""] = text.trimStart().split(/[\r\n]/, 1);
  const [header, ...rows] = cellsIn(text, delimiterOf(first))
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some(Boolean));
  const names = header?.cells.map((name) => name.toLowerCase()) ?? [];
  const valuesOf = (cells: readonly string[]) =>
    Object.fromEntries(
      COLUMNS.map((column) => [column, cells[names.indexOf(column)]]).filter(([, value]) => value),
    );
  if (header && !names.includes("name")) return { rows: [], unused: [], problem: "noNames" };
  return {
    rows: rows.map(({ number, cells }) => ({ number, values: valuesOf(cells) })),
    unused: header?.cells.filter((name, index) => name && !isRead(names, index)) ?? [],
  };
};

/** Of columns of one name, the first is read. */
const isRead = (names: readonly string[], index: number): boolean =>
  COLUMNS.some((column) => names.indexOf(column) === index);

/** Returns the hash of a text, in hexadecimal digits. */
const hashOf = async (text: string): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

type Values = PastedRow["values"];

export type KeyedEntry = PutConflictEntriesBody["entries"][number];

/** Returns the entry of a row, whose role is the API's to judge: `Former client` is `former_client`. */
const entryOf = ({ name = "", aliases = "", email, phone, role = "client", matter }: Values): object => ({
  name,
  aliases: namesIn(aliases),
  ...(email && { email }),
  ...(phone && { phone }),
  role: role.toLowerCase().replaceAll(/[\s-]+/g, "_"),
  ...(matter && { matter }),
});

/**
 * Returns the entry that values are. One without a key has the hash of the rest, so that the same list again changes
 * nothing.
 */
export const keyedEntry = async ({ key, ...rest }: Values): Promise<KeyedEntry> => {
  const entry = entryOf(rest);
  return Object({ key: key?.trim() || (await hashOf(JSON.stringify(entry))), ...entry });
};

const BATCH_ENTRIES = 100;
/** The API takes bodies of 64 KiB. */
const BATCH_BYTES = 60_000;

/** Divides rows into batches that the API takes, none with a key twice. */
export const batchesOf = (rows: readonly Row[]): Row[][] => {
  const batches: Row[][] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = new TextEncoder().encode(JSON.stringify(row.entry)).length;
    const last = batches.at(-1);
    const hasRoom = last && last.length < BATCH_ENTRIES && bytes + size <= BATCH_BYTES;
    const isNew = hasRoom && last.every(({ entry }) => entry.key !== row.entry.key);
    if (isNew) last.push(row);
    else batches.push([row]);
    bytes = isNew ? bytes + size : size;
  }
  return batches;
};

export type Row = { readonly number: number; readonly entry: KeyedEntry };

/** What became of a row. */
export type Brought = Pick<Row, "number"> & Pick<Answer, "outcome" | "details">;
type Answer = PutConflictEntriesResult["data"][number];

/** Returns what became of each row of a batch. */
export const broughtBy = (batch: readonly Row[], answers: readonly Answer[]): Brought[] =>
  answers.map(({ outcome, details }, index) => ({ number: batch[index]?.number ?? 0, outcome, details }));

const OUTCOMES = ["created", "updated", "unchanged", "rejected"] as const;

/** Counts the outcomes that there are. */
export const countOutcomes = (brought: readonly Brought[]) =>
  OUTCOMES.map(
    (outcome) => [outcome, brought.filter((each) => each.outcome === outcome).length] as const,
  ).filter(([, count]) => count > 0);

/** Returns the rows that the API has refused, and why. */
export const rejectedIn = (brought: readonly Brought[]) =>
  brought
    .filter(({ outcome }) => outcome === "rejected")
    .map(({ number, details }) => ({
      number: String(number),
      reason: details?.map(({ field, message }) => `${field} ${message}`).join(", ") ?? "",
    }));
