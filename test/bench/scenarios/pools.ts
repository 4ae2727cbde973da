import { listAttorney } from "../../../shared/members/attorney-list.store.ts";
import { memberToItem } from "../../../shared/members/member.store.ts";
import { commit } from "../../../shared/table/commit.ts";
import { readRecords } from "../../../shared/table/read-records.ts";
import type { Table } from "../../../shared/table/table.ts";
import { newConsultation } from "../../support/booked-consultations.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addMember, newMember } from "../../support/firms.ts";
import { changeSetting } from "../../support/settings.ts";
import { newWorld, type Scenario, scenariosOf, storeBooked, storeItems, storeLead } from "../world.ts";

const ATTORNEYS = 20;
const DAY_MILLISECONDS = 86_400_000;
const FIRST_DAY = Date.parse("2027-01-04T00:00:00.000Z");
const TYPE = {
  key: "initial",
  name: "Initial",
  durationMinutes: 60,
  amount: null,
  location: null,
  reminderMinutes: null,
};

/** An instance that has never read the pool reads the pool's days one trip later. */
const POOL = { inParallel: true, maxQuietRoundTrips: 2, maxColdRoundTrips: 4 } as const;

/** Reads the members, then the days of those who can be booked. */
const BOOKING = { ...POOL, maxQuietRoundTrips: 3 } as const;

/** Reads the attorneys who are not among the first members one trip later. */
const CROWD = { ...POOL, maxQuietRoundTrips: 3, maxColdRoundTrips: 5 } as const;
const CROWD_BOOKING = { ...CROWD, maxQuietRoundTrips: 4 } as const;

/** Returns bookings, holds and availability of any of 20 attorneys, each with a consultation a day for a month. */
export const poolScenarios = async (table: Table): Promise<Scenario[]> => {
  const world = await newWorld(table);
  const members = await Promise.all(
    Array.from({ length: ATTORNEYS }, () =>
      addMember(table, world.firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK }),
    ),
  );
  const attorneyIds = members.map(({ id }) => id);
  await changeSetting(table, world.firmId, "consultationTypes", [{ ...TYPE, attorneyIds }]);
  const { id: lead_id } = await storeLead(world);
  const startOn = (day: number) => new Date(FIRST_DAY + (day + 10 / 24) * DAY_MILLISECONDS).toISOString();
  await storeBooked(
    world,
    attorneyIds.flatMap((attorneyId) =>
      Array.from({ length: 31 }, (_, day) => newConsultation({ attorneyId, startAt: startOn(day) })),
    ),
  );
  let day = 40;
  const anyAttorney = () => ({ type: TYPE.key, start_at: startOn(day++) });
  const query = { from: "2027-01-04T00:00:00Z", to: "2027-02-04T00:00:00Z", type: TYPE.key };
  const crowded = await crowdedWorld(table);
  return [
    ...scenariosOf(world, [
      [
        "book-consultation",
        `any of ${ATTORNEYS}`,
        3,
        () => ({ body: { ...anyAttorney(), lead_id } }),
        BOOKING,
      ],
      ["create-hold", `any of ${ATTORNEYS}`, 3, () => ({ body: { ...anyAttorney(), seconds: 30 } }), BOOKING],
      ["find-availability", `31 days of ${ATTORNEYS} attorneys`, 2, () => ({ query }), POOL],
    ]),
    ...scenariosOf(crowded, [
      [
        "book-consultation",
        `any of ${MEMBERS} members`,
        4,
        () => ({ body: { ...anyAttorney(), lead_id: crowded.leadId } }),
        CROWD_BOOKING,
      ],
      ["find-availability", `31 days of anybody of ${MEMBERS} members`, 3, () => ({ query }), CROWD],
    ]),
  ];
};

const MEMBERS = 500;

/** Creates a firm where one in five of many members is an attorney, so that the pool is not among the first. */
const crowdedWorld = async (table: Table) => {
  const world = await newWorld(table);
  const { firmId, attorney } = world;
  await storeItems(table, MEMBERS, (index) =>
    memberToItem(
      firmId,
      newMember({ timeZone: "UTC", officeHours: ROUND_THE_CLOCK, schedulable: index % 5 === 0 }),
    ),
  );
  await commit(table, await listAttorney(firmId, attorney, (refs) => readRecords(table, refs)));
  await changeSetting(table, firmId, "consultationTypes", [{ ...TYPE, attorneyIds: null }]);
  return { ...world, leadId: (await storeLead(world)).id };
};
