import { consultationToItem } from "../../../shared/consultations/consultation.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { Table } from "../../../shared/table/table.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { changeAt } from "../../support/changes.ts";
import { newWorld, type Scenario, storeItems } from "../world.ts";

const NEWER_ARCHIVED = 1_000;
const ACTIVE = 1_000;

/** Lists of a firm whose archived consultations are newer than all others. */
export const consultationListScenarios = async (table: Table): Promise<Scenario[]> => {
  const world = await newWorld(table);
  await storeItems(table, NEWER_ARCHIVED + ACTIVE, (index) =>
    consultationToItem(
      world.firmId,
      newConsultation({
        id: newRecordId(Date.now() + index),
        attorneyId: world.attorney.id,
        archived: index >= ACTIVE,
      }),
      changeAt(Date.now()),
    ),
  );
  const list = { world, endpoint: "list-consultations", status: 200, maxRoundTrips: 1 };
  const label = `page of 50 beside ${NEWER_ARCHIVED} newer archived`;
  return [
    { ...list, label, call: () => ({}) },
    { ...list, label: `${label}, of an attorney`, call: () => ({ query: { attorney: world.attorney.id } }) },
    { ...list, label: "page of 50 archived", call: () => ({ query: { archived: "true" } }) },
  ];
};

const CALENDAR_STARTS_AT = Date.parse("2027-01-04T00:00:00.000Z");
const CALENDAR_DAYS = 31;
const [DAY_MINUTES, MINUTE_MILLISECONDS] = [24 * 60, 60_000];

/** Calendars of 31 days, of attorneys with so many consultations a day. */
export const calendarScenarios = async (table: Table): Promise<Scenario[]> => [
  await calendarScenario(table, 8),
  await calendarScenario(table, 200),
];

const calendarScenario = async (table: Table, perDay: number): Promise<Scenario> => {
  const world = await newWorld(table);
  const instantAt = (minutes: number) =>
    new Date(CALENDAR_STARTS_AT + minutes * MINUTE_MILLISECONDS).toISOString();
  const consultations = Array.from({ length: CALENDAR_DAYS * perDay }, (_, index) =>
    newConsultation({
      attorneyId: world.attorney.id,
      startAt: instantAt(Math.floor(index / perDay) * DAY_MINUTES + (index % perDay) * 5),
    }),
  );
  const items = bookedItems(world.firmId, consultations);
  await storeItems(table, items.length, (index) => items[index] ?? {});
  return {
    world,
    endpoint: "get-calendar",
    label: `31 days of ${perDay}`,
    status: 200,
    inParallel: true,
    maxRoundTrips: 2,
    call: () => ({
      params: { id: world.attorney.id },
      query: { from: instantAt(0), to: instantAt(CALENDAR_DAYS * DAY_MINUTES) },
    }),
  };
};
