import { consultationToItem } from "../../../shared/consultations/consultation.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { Table } from "../../../shared/table/table.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { changeAt } from "../../support/changes.ts";
import { newWorld, type Scenario, scenariosOf, storeBooked, storeItems } from "../world.ts";

const NEWER_ARCHIVED = 1_000;
const ACTIVE = 1_000;

/** Returns lists of a firm whose archived consultations are newer than all others. */
export const consultationListScenarios = async (table: Table): Promise<Scenario[]> => {
  const world = await newWorld(table);
  const { firmId, attorney } = world;
  const newItem = (index: number) => {
    const fields = { id: newRecordId(Date.now() + index), archived: index >= ACTIVE };
    const consultation = newConsultation({ ...fields, attorneyId: attorney.id });
    return consultationToItem(firmId, consultation, changeAt(Date.now()));
  };
  await storeItems(table, NEWER_ARCHIVED + ACTIVE, newItem);
  const label = `page of 50 beside ${NEWER_ARCHIVED} newer archived`;
  return scenariosOf(world, [
    ["list-consultations", label, 1, () => ({})],
    ["list-consultations", `${label}, of an attorney`, 1, () => ({ query: { attorney: attorney.id } })],
    ["list-consultations", "page of 50 archived", 1, () => ({ query: { archived: "true" } })],
  ]);
};

const CALENDAR_STARTS_AT = Date.parse("2027-01-04T00:00:00.000Z");
const CALENDAR_DAYS = 31;
const [DAY_MINUTES, MINUTE_MILLISECONDS] = [24 * 60, 60_000];

const instantAt = (minutes: number) =>
  new Date(CALENDAR_STARTS_AT + minutes * MINUTE_MILLISECONDS).toISOString();

/** Returns calendars of 31 days, of attorneys with 8 and with 200 consultations a day. */
export const calendarScenarios = async (table: Table): Promise<Scenario[]> => [
  ...(await calendarScenario(table, 8)),
  ...(await calendarScenario(table, 200)),
];

const calendarScenario = async (table: Table, perDay: number) => {
  const world = await newWorld(table);
  const { id } = world.attorney;
  await storeBooked(
    world,
    Array.from({ length: CALENDAR_DAYS * perDay }, (_, index) =>
      newConsultation({
        attorneyId: id,
        startAt: instantAt(Math.floor(index / perDay) * DAY_MINUTES + (index % perDay) * 5),
      }),
    ),
  );
  const query = { from: instantAt(0), to: instantAt(CALENDAR_DAYS * DAY_MINUTES) };
  return scenariosOf(world, [
    ["get-calendar", `31 days of ${perDay}`, 2, () => ({ params: { id }, query }), { inParallel: true }],
  ]);
};
