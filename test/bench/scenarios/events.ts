import { latestPosition } from "../../../shared/events/event-log.store.ts";
import { logCursor } from "../../../shared/events/events-page.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { type Scenario, scenariosOf, type World } from "../world.ts";

const EVENTS = 60;

export const eventScenarios = async (world: World): Promise<Scenario[]> => {
  const { table, firmId } = world;
  // A reader that begins before the first event reads the log twice; this one goes on from an event.
  await logEvents(table, firmId, [newEvent()]);
  const after = logCursor(firmId).encode(await readRecord(table, latestPosition(firmId, Date.now())));
  const events = Array.from({ length: EVENTS }, () => newEvent());
  for (const event of events) await logEvents(table, firmId, [event]);
  return scenariosOf(world, [
    ["list-events", "page of 50, newest first", 2, () => ({})],
    ["list-events", "page of 50, forward", 2, () => ({ query: { after } })],
    ["get-event", "", 1, () => ({ params: { id: events[0]?.id ?? "" } })],
  ]);
};
