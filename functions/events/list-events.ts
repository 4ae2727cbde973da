import { type EventResource, listEvents } from "../../shared/contract/events.ts";
import {
  canMatchEvents,
  type EventFilters,
  eventFilters,
  matchesEvent,
} from "../../shared/domain/events/event-filters.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { listCursor, logCursor } from "../../shared/http/log-cursor.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { eventLog } from "../../shared/storage/events/event-log.ts";

const table = connectTable();

export const handler = endpoint(listEvents, table, async ({ firmId, query, nowMilliseconds }) => {
  const log = eventLog(table, firmId, nowMilliseconds);
  const filters = eventFilters(query);
  const positions = logCursor(firmId);
  if (query.after !== undefined) {
    const after = positions.decode(query.after, "after");
    const position = query.cursor === undefined ? after : positions.decode(query.cursor, "cursor");
    const section = await log.readAfter(position, { limit: query.limit, matches: matching(filters) });
    const latest = positions.encode(section.latest);
    return { body: { data: section.events, next_cursor: section.hasMore ? latest : null, latest } };
  }
  const cursor = listCursor(firmId, filters);
  const page = cursor.decode(query.cursor);
  // Read before the first page: an event is either on one of the pages, which leave out what is newer, or after `latest`.
  const latest = page?.latest ?? (await log.latest());
  const range = { limit: query.limit, afterId: page?.afterId ?? null };
  const { records, lastId } = await listMatching(log, filters, { latest, range });
  return {
    body: {
      data: records.map(({ event }) => event),
      next_cursor: lastId === null ? null : cursor.encode({ afterId: lastId, latest }),
      latest: positions.encode(latest),
    },
  };
});

const matching = (filters: EventFilters) => (event: EventResource) => matchesEvent(event, filters);

type Log = ReturnType<typeof eventLog>;
type ListArguments = Parameters<Log["list"]>;
type Section = { readonly latest: ListArguments[0]["latest"]; readonly range: ListArguments[1] };

/** A page of the list; reads nothing when no event can match. */
const listMatching = async (log: Log, filters: EventFilters, { latest, range }: Section) =>
  canMatchEvents(filters)
    ? log.list({ latest, matches: matching(filters) }, range)
    : { records: [], lastId: null };
