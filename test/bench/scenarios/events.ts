import { eventLog } from "../../../shared/events/event-log.store.ts";
import { logCursor } from "../../../shared/events/events-page.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import type { Scenario, World } from "../world.ts";

const EVENTS = 60;

export const eventScenarios = async (world: World): Promise<Scenario[]> => {
  const { table, firmId } = world;
  // A reader that begins before the first event reads the log twice; this one goes on from an event.
  await logEvents(table, firmId, [newEvent()]);
  const position = await eventLog(table, firmId, Date.now()).latest();
  const events = Array.from({ length: EVENTS }, () => newEvent());
  for (const event of events) await logEvents(table, firmId, [event]);
  const read = { world, status: 200 };
  return [
    {
      ...read,
      endpoint: "list-events",
      label: "page of 50, newest first",
      maxRoundTrips: 2,
      call: () => ({}),
    },
    {
      ...read,
      endpoint: "list-events",
      label: "page of 50, forward",
      maxRoundTrips: 2,
      call: () => ({ query: { after: logCursor(firmId).encode(position) } }),
    },
    {
      ...read,
      endpoint: "get-event",
      label: "",
      maxRoundTrips: 1,
      call: () => ({ params: { id: events[0]?.id ?? "" } }),
    },
  ];
};
