import { listEvents } from "../../shared/contract/events.ts";
import { eventFilters, matchesEvent } from "../../shared/domain/events/event-filters.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { logCursor } from "../../shared/http/log-cursor.ts";
import { pageCursor } from "../../shared/http/page-cursor.ts";
import { connectTable } from "../../shared/storage/dynamodb/table.ts";
import { eventLog } from "../../shared/storage/events/event-log.ts";

const table = connectTable();

export const handler = endpoint(listEvents, table, async ({ firmId, query, nowMilliseconds }) => {
  const log = eventLog(table, firmId, nowMilliseconds);
  const position = logCursor(firmId, query.cursor === undefined ? "after" : "cursor");
  const filters = eventFilters(query);
  const matches = (event: Parameters<typeof matchesEvent>[0]) => matchesEvent(event, filters);
  const after = query.cursor ?? query.after;
  if (query.after !== undefined && after !== undefined) {
    const section = await log.readAfter(position.decode(after), { limit: query.limit, matches });
    const latest = position.encode(section.latest);
    return { body: { data: section.events, next_cursor: section.hasMore ? latest : null, latest } };
  }
  const cursor = pageCursor(firmId, { list: "events", ...filters });
  const range = { limit: query.limit, afterId: cursor.decode(query.cursor) };
  // Read before the list, which leaves out what is newer: an event is either listed or after `latest`.
  const latest = await log.latest();
  const { records, lastId } = await log.list({ latest, matches }, range);
  return {
    body: {
      data: records.map(({ event }) => event),
      next_cursor: cursor.encode(lastId),
      latest: position.encode(latest),
    },
  };
});
