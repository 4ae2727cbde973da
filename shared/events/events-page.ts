import { NEXT_CURSOR } from "../api/page.ts";
import type { FirmId } from "../table/firm-id.ts";
import { EMPTY_PAGE } from "../table/list-newest-first.ts";
import type { QueryRef } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { EventPage, EventQuery, EventResource } from "./event.contract.ts";
import { canMatchEvents, type EventFilters, eventFilters, matchesEvent } from "./event-filters.rules.ts";
import { eventLog } from "./event-log.store.ts";
import { listCursor, logCursor } from "./log-cursor.ts";

type EventsRequest = {
  readonly firmId: FirmId;
  readonly nowMilliseconds: number;
  /** Undefined when it is invalid: then nothing is read. */
  readonly query: EventQuery | undefined;
};

type ValidRequest = EventsRequest & { readonly query: EventQuery };

/** The events after a position of the log, or a page of the list; reading it throws when that is none of the log's. */
export const eventsPage = ({ query, ...request }: EventsRequest): QueryRef<EventPage | null> => ({
  query: async (table) => {
    if (query === undefined) return null;
    const { after } = query;
    return after === undefined
      ? readNewest(table, { query, ...request })
      : readAfter(table, { query: { ...query, after }, ...request });
  },
});

type SectionRequest = ValidRequest & { readonly query: { readonly after: string } };

/** Oldest first. The cursor of a next page is a position too. */
const readAfter = async (
  table: Table,
  { firmId, nowMilliseconds, query }: SectionRequest,
): Promise<EventPage> => {
  const positions = logCursor(firmId);
  const after = positions.decode(query.after);
  const position = query.cursor === undefined ? after : positions.decode(query.cursor, NEXT_CURSOR);
  const log = eventLog(table, firmId, nowMilliseconds);
  const section = await log.readAfter(position, {
    limit: query.limit,
    matches: matching(eventFilters(query)),
  });
  const latest = positions.encode(section.latest);
  return { data: [...section.events], next_cursor: section.hasMore ? latest : null, latest };
};

/** Newest first. Reads no page when no event can match. */
const readNewest = async (
  table: Table,
  { firmId, nowMilliseconds, query }: ValidRequest,
): Promise<EventPage> => {
  const log = eventLog(table, firmId, nowMilliseconds);
  const filters = eventFilters(query);
  const cursor = listCursor(firmId, filters);
  const page = cursor.decode(query.cursor);
  // Read before the first page: an event is either on one of the pages, which leave out what is newer, or after `latest`.
  const latest = page?.latest ?? (await log.latest());
  const range = { limit: query.limit, afterId: page?.afterId ?? null };
  const { records, lastId } = canMatchEvents(filters)
    ? await log.list({ latest, matches: matching(filters) }, range)
    : EMPTY_PAGE;
  return {
    data: records.map(({ event }) => event),
    next_cursor: lastId === null ? null : cursor.encode({ afterId: lastId, latest }),
    latest: logCursor(firmId).encode(latest),
  };
};

const matching = (filters: EventFilters) => (event: EventResource) => matchesEvent(event, filters);
