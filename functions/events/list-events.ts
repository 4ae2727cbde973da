import { procedureEndpoint } from "../../shared/api/endpoint.ts";
import { NEXT_CURSOR } from "../../shared/api/page-cursor.ts";
import { type EventResource, listEventsEndpoint } from "../../shared/events/event.contract.ts";
import {
  canMatchEvents,
  type EventFilters,
  eventFilters,
  matchesEvent,
} from "../../shared/events/event-filters.rules.ts";
import { eventLog } from "../../shared/events/event-log.store.ts";
import { listCursor, logCursor } from "../../shared/events/log-cursor.ts";
import { EMPTY_PAGE, type Page } from "../../shared/table/list-newest-first.ts";
import { connectTable } from "../../shared/table/table.ts";

const table = connectTable();

export const handler = procedureEndpoint(
  listEventsEndpoint,
  table,
  async ({ firmId, query, nowMilliseconds }) => {
    const log = eventLog(table, firmId, nowMilliseconds);
    const filters = eventFilters(query);
    const matches = (event: EventResource) => matchesEvent(event, filters);
    const positions = logCursor(firmId);
    if (query.after !== undefined) {
      const after = positions.decode(query.after);
      const position = query.cursor === undefined ? after : positions.decode(query.cursor, NEXT_CURSOR);
      const section = await log.readAfter(position, { limit: query.limit, matches });
      const latest = positions.encode(section.latest);
      return { body: { data: section.events, next_cursor: section.hasMore ? latest : null, latest } };
    }
    const cursor = listCursor(firmId, filters);
    const page = cursor.decode(query.cursor);
    // Read before the first page: an event is either on one of the pages, which leave out what is newer, or after `latest`.
    const latest = page?.latest ?? (await log.latest());
    const range = { limit: query.limit, afterId: page?.afterId ?? null };
    const { records, lastId } = await readMatching(filters, () => log.list({ latest, matches }, range));
    return {
      body: {
        data: records.map(({ event }) => event),
        next_cursor: lastId === null ? null : cursor.encode({ afterId: lastId, latest }),
        latest: positions.encode(latest),
      },
    };
  },
);

/** Reads nothing when no event can match. */
const readMatching = async <Listed>(filters: EventFilters, read: () => Promise<Page<Listed>>) =>
  canMatchEvents(filters) ? read() : EMPTY_PAGE;
