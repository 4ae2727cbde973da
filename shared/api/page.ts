import { createHash } from "node:crypto";
import { invalidRequest } from "../schema/app-error.ts";
import type { Violation } from "../schema/violations.ts";
import type { FirmId } from "../table/firm-id.ts";
import { EMPTY_PAGE, type Page, type PageRange } from "../table/list-newest-first.ts";
import type { QueryRef } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";

const ID_BYTES = 16;
const CHECKSUM_BYTES = 8;
const CURSOR_CHARACTERS = Math.ceil(((ID_BYTES + CHECKSUM_BYTES) * 4) / 3);

/** The violation for a cursor of another list. */
export const NEXT_CURSOR = { field: "cursor", message: "is not the next_cursor of a page of this list" };

const SEPARATOR = ".";

/** Joins two cursors into one. */
export const joinCursors = (parts: readonly [string | null, string | null]): string => parts.join(SEPARATOR);

/**
 * Splits a cursor.
 * @throws AppError `invalid_request` unless there are two parts
 */
export const splitCursors = (cursor: string): readonly [string, string] => {
  const [first, second, ...others] = cursor.split(SEPARATOR, 3);
  if (!first || !second || others.length > 0) throw invalidRequest([NEXT_CURSOR]);
  return [first, second];
};

/**
 * The cursor of one firm's list with one set of filters: the last record's id and a checksum over all three. It detects
 * a corrupted cursor, and one of another firm or other filters. It guards only against mistakes: the firm of the key
 * decides what a caller may see.
 */
export const pageCursor = (firm: FirmId, filters: unknown, violation: Violation = NEXT_CURSOR) => {
  const checksum = (id: Buffer) =>
    createHash("sha256")
      .update(`${firm}\n${JSON.stringify(filters)}\n`)
      .update(id)
      .digest()
      .subarray(0, CHECKSUM_BYTES);
  /** @throws AppError `invalid_request` */
  const decode = (cursor: string): string => {
    const bytes = Buffer.from(cursor.slice(0, CURSOR_CHARACTERS), "base64url");
    const id = bytes.subarray(0, ID_BYTES);
    const isWellFormed = bytes.toString("base64url") === cursor && bytes.length === ID_BYTES + CHECKSUM_BYTES;
    if (!isWellFormed || !checksum(id).equals(bytes.subarray(ID_BYTES))) throw invalidRequest([violation]);
    return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };
  return {
    decode,

    /** Returns the id after which a page begins; null for the first page. */
    afterId: (cursor: string | undefined): string | null => (cursor === undefined ? null : decode(cursor)),

    encode: (id: string | null): string | null => {
      if (id === null) return null;
      const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
      return Buffer.concat([bytes, checksum(bytes)]).toString("base64url");
    },
  };
};

type PageRequest = {
  readonly firmId: FirmId;
  /** Undefined when it is invalid: then nothing is read. */
  readonly query: { readonly limit: number; readonly cursor?: string | undefined } | undefined;
};

/** One page of a list, and the cursor of the next one; null on the last page. */
type CursorPage<Record> = {
  readonly records: readonly Record[];
  readonly nextCursor: string | null;
};

/**
 * Reads the page after the request's cursor. Throws `invalid_request` for a cursor of another list.
 * @param list identifies the list and its filters: a cursor is valid only for these
 */
export const pageAfterCursor = <Record>(
  { firmId, query }: PageRequest,
  list: unknown,
  readPage: (table: Table, range: PageRange) => Promise<Page<Record>>,
): QueryRef<CursorPage<Record>> => ({
  query: async (table) => {
    const cursor = pageCursor(firmId, list);
    const { records, lastId } = query
      ? await readPage(table, { limit: query.limit, afterId: cursor.afterId(query.cursor) })
      : EMPTY_PAGE;
    return { records, nextCursor: cursor.encode(lastId) };
  },
});

/** Returns the response of a list. */
export const pageResource = <Record, Resource>(
  { records, nextCursor }: CursorPage<Record>,
  toResource: (record: Record) => Resource,
): { data: Resource[]; next_cursor: string | null } => ({
  data: records.map(toResource),
  next_cursor: nextCursor,
});
