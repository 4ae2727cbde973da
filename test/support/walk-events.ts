import { handler as listEvents } from "../../functions/events/list-events.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { call } from "./http-call.ts";

/** Lists the events after a position, page by page, to the end. */
export const walkEvents = async (key: string, after: string, query: Record<string, string> = {}) => {
  const events: EventResource[] = [];
  let body = Object();
  let latest = after;
  do {
    ({ body } = await call(listEvents, { key, query: { ...query, after: latest } }));
    events.push(...body.data);
    latest = body.latest;
  } while (body.next_cursor !== null);
  return { events, latest };
};
