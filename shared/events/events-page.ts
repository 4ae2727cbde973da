import { joinCursors, NEXT_CURSOR, pageCursor, splitCursors } from "../api/page.ts";
import type { FirmId } from "../table/firm-id.ts";
import { known, type QueryRef, readRecords } from "../table/read-records.ts";
import type { Table } from "../table/table.ts";
import type { EventPage, EventQuery } from "./event.contract.ts";
import { canMatchEvents, type EventFilters, eventFilters, matchesEvent } from "./event-filters.rules.ts";
import {
  eventsAfter,
  type ListedEvent,
  type LogPosition,
  latestPosition,
  newestEvents,
} from "./event-log.store.ts";
import { historyPage, leadsOfHistory, subjectRecords } from "./lead-history.store.ts";

type EventsRequest = {
  readonly firmId: FirmId;
  readonly nowMilliseconds: number;
  /** Undefined when it is invalid: then nothing is read. */
  readonly query: EventQuery | undefined;
};

type ValidRequest = EventsRequest & { readonly query: EventQuery };

/** Reads the events after a position of the log, or a page of the list. Throws for a position that is not in the log. */
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

/** Reads oldest first. The cursor of a next page is a position too, for this `after` and these filters only. */
const readAfter = async (
  table: Table,
  { firmId, nowMilliseconds, query }: SectionRequest,
): Promise<EventPage> => {
  const filters = eventFilters(query);
  const nextPage = positionCursor(
    pageCursor(firmId, { list: "events after", after: query.after, ...filters }),
  );
  const after = logCursor(firmId).decode(query.after);
  const position = query.cursor === undefined ? after : nextPage.decode(query.cursor);
  const section = await eventsAfter(table, firmId, position, {
    limit: query.limit,
    matches: (event) => matchesEvent(event, filters),
    nowMilliseconds,
  });
  return {
    data: [...section.events],
    next_cursor: section.hasMore ? nextPage.encode(section.latest) : null,
    latest: logCursor(firmId).encode(section.latest),
  };
};

/** Reads newest first: the history of a lead, or the log. Reads no page when no event can match. */
const readNewest = async (
  table: Table,
  { firmId, nowMilliseconds, query }: ValidRequest,
): Promise<EventPage> => {
  const filters = eventFilters(query);
  const cursor = listCursor(firmId, filters);
  const page = cursor.decode(query.cursor);
  const canMatch = canMatchEvents(filters);
  const { latest, subject } = await readRecords(table, {
    // Read before the first page: an event is either on one of the pages, which omit newer ones, or after `latest`.
    latest: page ? known(page.latest) : latestPosition(firmId, nowMilliseconds),
    subject: subjectRecords(firmId, canMatch ? filters : {}),
  });
  const leadIds = canMatch ? await leadsOfHistory(table, firmId, filters, subject) : [];
  const range = { limit: query.limit, afterId: page?.afterId ?? null };
  const matches = ({ number, event }: ListedEvent) => number <= latest && matchesEvent(event, filters);
  const { records, lastId } = leadIds
    ? await historyPage(table, firmId, { leadIds, matches }, range)
    : await newestEvents(table, firmId, { matches, nowMilliseconds }, range);
  return {
    data: records.map(({ event }) => event),
    next_cursor: lastId === null ? null : cursor.encode({ afterId: lastId, latest }),
    latest: logCursor(firmId).encode(latest),
  };
};

/** A cursor holds an id of 16 bytes. */
const HEX_DIGITS = 32;
/** The violation of an `after` that is not a position of the log. */
const LATEST = { field: "after", message: "is not the latest of an earlier response" };

/** Encodes a position in a firm's event log as an opaque text: the same for all filters, and useless to another firm. */
export const logCursor = (firm: FirmId, violation = LATEST) =>
  positionCursor(pageCursor(firm, "event log", violation));

const positionCursor = (cursor: ReturnType<typeof pageCursor>) => ({
  encode: (position: LogPosition): string =>
    cursor.encode(position.toString(16).padStart(HEX_DIGITS, "0")) ?? "",

  /** @throws AppError `invalid_request` */
  decode: (text: string): LogPosition => Number.parseInt(cursor.decode(text).replaceAll("-", ""), 16),
});

/** A page of the list, newest first: after an event, up to the position at the time of the first page. */
type ListPage = { readonly afterId: string; readonly latest: LogPosition };

const listCursor = (firm: FirmId, filters: EventFilters) => {
  const ids = pageCursor(firm, { list: "events", ...filters });
  return {
    encode: ({ afterId, latest }: ListPage): string =>
      joinCursors([ids.encode(afterId), logCursor(firm).encode(latest)]),

    /** @throws AppError `invalid_request` */
    decode: (text: string | undefined): ListPage | null => {
      if (text === undefined) return null;
      const [id, position] = splitCursors(text);
      return { afterId: ids.decode(id), latest: logCursor(firm, NEXT_CURSOR).decode(position) };
    },
  };
};
