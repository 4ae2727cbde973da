import type { FirmId } from "../table/firm-id.ts";
import { EMPTY_PAGE, type Page, type PageRange } from "../table/list-newest-first.ts";
import type { QueryRef } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import { pageCursor } from "./page-cursor.ts";

type PageRequest = {
  readonly firmId: FirmId;
  /** Undefined when it is invalid: then nothing is read. */
  readonly query: { readonly limit: number; readonly cursor?: string | undefined } | undefined;
};

/** One page of a list, and the cursor of the next one; null on the last page. */
export type CursorPage<Record> = {
  readonly records: readonly Record[];
  readonly nextCursor: string | null;
};

/**
 * The page after the request's cursor; reading it throws `invalid_request` when the cursor is not one of this list.
 * @param list identifies the list and its filters: a cursor is valid for these only
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

/** The response of a list. */
export const pageResource = <Record, Resource>(
  { records, nextCursor }: CursorPage<Record>,
  toResource: (record: Record) => Resource,
): { data: Resource[]; next_cursor: string | null } => ({
  data: records.map(toResource),
  next_cursor: nextCursor,
});
