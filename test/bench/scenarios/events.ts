import { eventToItem } from "../../../shared/events/event-item.store.ts";
import { latestPosition } from "../../../shared/events/event-log.store.ts";
import { logCursor } from "../../../shared/events/events-page.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { type Scenario, scenariosOf, storeItems, storeLead, type World } from "../world.ts";

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

export const historyScenarios = async (small: World, large: World): Promise<Scenario[]> => [
  ...scenariosOf(small, [await historyAmong(small, 1_000, "1,000")]),
  ...scenariosOf(large, [await historyAmong(large, 100_000, "100,000")]),
];

const DAY_MILLISECONDS = 24 * 3_600_000;

/** Stores so many events of as many days, 60 of them of one lead. */
const historyAmong = async (world: World, count: number, text: string) => {
  const lead = await storeLead(world);
  await storeItems(world.table, count, (index) => {
    const isOfLead = index % Math.floor(count / EVENTS) === 0;
    const leadId = isOfLead ? lead.id : newRecordId(Date.now());
    const event = newEvent({
      id: newRecordId(Date.now() - (index % 400) * DAY_MILLISECONDS),
      data: { id: leadId, first_name: "Dana" },
    });
    return eventToItem(world.firmId, { id: event.id, number: 0, body: JSON.stringify(event), leadId });
  });
  const call = () => ({ query: { lead: lead.id } });
  return ["list-events", `history of a lead among ${text} events`, 2, call] as const;
};
