import type { FirmId } from "../table/firm-id.ts";
import type { Page, PageRange } from "../table/list-newest-first.ts";
import type { EndpointResponse } from "./endpoint.ts";
import { pageCursor } from "./page-cursor.ts";

type PageRequest = {
  readonly firmId: FirmId;
  readonly query: { readonly limit: number; readonly cursor?: string | undefined };
  /** Identifies the list and its filters: a cursor is valid for these only. */
  readonly list: unknown;
};

/**
 * Responds with the page after the request's cursor, and with the cursor of the next page.
 * @throws AppError `invalid_request` when the cursor is not one of this list
 */
export const pageResponse = async <Record>(
  { firmId, query, list }: PageRequest,
  readPage: (range: PageRange) => Promise<Page<Record>>,
  toResource: (record: Record) => unknown,
): Promise<EndpointResponse> => {
  const cursor = pageCursor(firmId, list);
  const { records, lastId } = await readPage({ limit: query.limit, afterId: cursor.afterId(query.cursor) });
  return {
    body: { data: records.map((record) => toResource(record)), next_cursor: cursor.encode(lastId) },
  };
};
