import type { Table } from "../../../shared/table/table.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addMember } from "../../support/firms.ts";
import { changeSetting } from "../../support/settings.ts";
import { newWorld, type Scenario, storeItems, storeLead } from "../world.ts";

const ATTORNEYS = 20;
const DAY_MILLISECONDS = 86_400_000;
const FIRST_DAY = Date.parse("2027-01-04T00:00:00.000Z");
const TYPE = { key: "initial", name: "Initial", durationMinutes: 60, amount: null, reminderMinutes: null };

/** Bookings, holds and availability of any of 20 attorneys, each with a consultation a day for a month. */
export const poolScenarios = async (table: Table): Promise<Scenario[]> => {
  const world = await newWorld(table);
  const members = await Promise.all(
    Array.from({ length: ATTORNEYS }, () =>
      addMember(table, world.firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK }),
    ),
  );
  const attorneyIds = members.map(({ id }) => id);
  await changeSetting(table, world.firmId, "consultationTypes", [{ ...TYPE, attorneyIds }]);
  const lead = await storeLead(world);
  const startOn = (day: number) => new Date(FIRST_DAY + (day + 10 / 24) * DAY_MILLISECONDS).toISOString();
  const booked = attorneyIds.flatMap((attorneyId) =>
    Array.from({ length: 31 }, (_, day) => newConsultation({ attorneyId, startAt: startOn(day) })),
  );
  const items = bookedItems(world.firmId, booked);
  await storeItems(table, items.length, (index) => items[index] ?? {});
  let day = 40;
  const anyAttorney = () => ({ type: TYPE.key, start_at: startOn(day++) });
  // An instance that has never read the pool reads its days one trip later.
  const trips = { maxRoundTrips: 2, maxQuietRoundTrips: 2, maxColdRoundTrips: 4 };
  const pooled = { world, label: `any of ${ATTORNEYS}`, ...trips };
  return [
    {
      ...pooled,
      endpoint: "book-consultation",
      status: 201,
      inParallel: true,
      call: () => ({ body: { ...anyAttorney(), lead_id: lead.id } }),
    },
    {
      ...pooled,
      endpoint: "create-hold",
      status: 201,
      inParallel: true,
      call: () => ({ body: { ...anyAttorney(), seconds: 30 } }),
    },
    {
      ...pooled,
      endpoint: "find-availability",
      label: `31 days of ${ATTORNEYS} attorneys`,
      status: 200,
      inParallel: true,
      call: () => ({
        query: { from: "2027-01-04T00:00:00Z", to: "2027-02-04T00:00:00Z", type: TYPE.key },
      }),
    },
  ];
};
