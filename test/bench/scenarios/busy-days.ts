import type { Table } from "../../../shared/table/table.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addMember } from "../../support/firms.ts";
import { newWorld, type Scenario, scenariosOf, storeBooked, storeLead } from "../world.ts";

const DAY_STARTS_AT = Date.parse("2027-01-04T00:00:00.000Z");
const MINUTE_MILLISECONDS = 60_000;
const [CONSULTATIONS_MAXIMUM, MINUTES_APART] = [200, 7];

const startAt = (index: number) =>
  new Date(DAY_STARTS_AT + index * MINUTES_APART * MINUTE_MILLISECONDS).toISOString();

/** Returns bookings of an attorney's day with this number of consultations. Their units grow with the day's item. */
export const busyDayScenarios = async (table: Table): Promise<Scenario[]> => [
  ...(await busyDayScenario(table, { consultations: 15, maxWriteUnits: 12 })),
  ...(await busyDayScenario(table, { consultations: 50, maxWriteUnits: 16 })),
  ...(await busyDayScenario(table, { consultations: CONSULTATIONS_MAXIMUM, maxWriteUnits: 32 })),
];

type BusyDay = { readonly consultations: number; readonly maxWriteUnits: number };

const busyDayScenario = async (table: Table, { consultations, maxWriteUnits }: BusyDay) => {
  const world = await newWorld(table);
  const attorney = await addMember(table, world.firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
  const lead = await storeLead(world);
  await storeBooked(
    world,
    Array.from({ length: consultations }, (_, index) =>
      newConsultation({ attorneyId: attorney.id, startAt: startAt(index) }),
    ),
  );
  const booking = { lead_id: lead.id, attorney_id: attorney.id, type: "Initial", duration_min: 5 };
  let next = CONSULTATIONS_MAXIMUM;
  const call = () => ({ body: { ...booking, start_at: startAt(next++) } });
  return scenariosOf(world, [
    ["book-consultation", `on a day of ${consultations}`, 2, call, { inParallel: true, maxWriteUnits }],
  ]);
};
