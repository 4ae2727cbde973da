import type { Table } from "../../../shared/table/table.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addMember } from "../../support/firms.ts";
import { newWorld, type Scenario, storeItems, storeLead } from "../world.ts";

const DAY_STARTS_AT = Date.parse("2027-01-04T00:00:00.000Z");
const MINUTE_MILLISECONDS = 60_000;
const [CONSULTATIONS_MAXIMUM, MINUTES_APART] = [200, 7];

/** Bookings of an attorney's day that holds so many consultations: their units grow with its item. */
export const busyDayScenarios = async (table: Table): Promise<Scenario[]> => [
  await busyDayScenario(table, { consultations: 15, maxWriteUnits: 12 }),
  await busyDayScenario(table, { consultations: 50, maxWriteUnits: 16 }),
  await busyDayScenario(table, { consultations: CONSULTATIONS_MAXIMUM, maxWriteUnits: 32 }),
];

type BusyDay = { readonly consultations: number; readonly maxWriteUnits: number };

const busyDayScenario = async (
  table: Table,
  { consultations, maxWriteUnits }: BusyDay,
): Promise<Scenario> => {
  const world = await newWorld(table);
  const attorney = await addMember(table, world.firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
  const lead = await storeLead(world);
  const startAt = (index: number) =>
    new Date(DAY_STARTS_AT + index * MINUTES_APART * MINUTE_MILLISECONDS).toISOString();
  const booked = Array.from({ length: consultations }, (_, index) =>
    newConsultation({ attorneyId: attorney.id, startAt: startAt(index) }),
  );
  const items = bookedItems(world.firmId, booked);
  await storeItems(table, items.length, (index) => items[index] ?? {});
  let next = CONSULTATIONS_MAXIMUM;
  return {
    world,
    endpoint: "book-consultation",
    label: `on a day of ${consultations}`,
    status: 201,
    maxRoundTrips: 2,
    maxWriteUnits,
    call: () => ({
      body: {
        lead_id: lead.id,
        attorney_id: attorney.id,
        type: "Initial",
        start_at: startAt(next++),
        duration_min: 5,
      },
    }),
  };
};
