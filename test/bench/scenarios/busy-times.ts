import type { Table } from "../../../shared/table/table.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addKey, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { newWorld, type Scenario, scenariosOf, storeLead } from "../world.ts";

const [MINUTE, DAY] = [60_000, 86_400_000];
const FIRST_DAY = Math.floor(Date.now() / DAY) * DAY + DAY;
const DAYS_MAXIMUM = 31;
const TIMES_OF_DAY = 20;
/** The largest push: 16 times on each day. */
const TIMES_OF_PUSH = 500;

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Returns a push of some days, with times that `shift` moves. */
const pushOf = (days: number, timesOfDay: number, shift = 0) => ({
  from: instant(FIRST_DAY),
  to: instant(FIRST_DAY + days * DAY),
  busy: Array.from({ length: Math.min(days * timesOfDay, TIMES_OF_PUSH) }, (_, index) => {
    const start = FIRST_DAY + (index % days) * DAY + Math.floor(index / days) * 60 * MINUTE + shift;
    return { start_at: instant(start), end_at: instant(start + 15 * MINUTE) };
  }),
});

/** Returns pushes of busy times, and bookings of attorneys with one calendar and with five. */
export const busyTimeScenarios = async (table: Table): Promise<Scenario[]> => {
  const { handler: push } = await import("../../../functions/calendars/push-busy-times.ts");
  const world = await newWorld(table);
  const key = await addKey(table, world.firmId, { scopes: ["consultations:write"] });
  const newAttorney = () => addMember(table, world.firmId, { timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
  const [attorney, busy, busiest] = [await newAttorney(), await newAttorney(), await newAttorney()];
  const lead = await storeLead(world);
  const pushTo = (id: string, calendar: string, body: object) =>
    call(push, { key, params: { id, calendar }, body });
  await pushTo(busy.id, "a", pushOf(DAYS_MAXIMUM, TIMES_OF_DAY));
  for (const calendar of ["a", "b", "c", "d", "e"])
    await pushTo(busiest.id, calendar, pushOf(DAYS_MAXIMUM, TIMES_OF_DAY));
  let serial = 0;
  const changed = (days: number, timesOfDay: number) => () => ({
    params: { id: attorney.id, calendar: "court" },
    body: pushOf(days, timesOfDay, ++serial),
  });
  const unchanged = async () => {
    const body = { ...pushOf(DAYS_MAXIMUM, 16), as_of: instant(Date.now()) };
    await pushTo(attorney.id, "jail", body);
    return { params: { id: attorney.id, calendar: "jail" }, body };
  };
  const toDelete = async () => {
    await pushTo(attorney.id, "old", pushOf(DAYS_MAXIMUM, 16));
    return { params: { id: attorney.id, calendar: "old" } };
  };
  const booking = { lead_id: lead.id, type: "Initial", duration_min: 15 };
  const bookingOf = (id: string) => () => {
    const start = FIRST_DAY + (serial++ % DAYS_MAXIMUM) * DAY + (23 * 60 + 15) * MINUTE;
    return { body: { ...booking, attorney_id: id, start_at: instant(start) } };
  };
  const inParallel = { inParallel: true } as const;
  // As on an empty day: a booking writes no busy time.
  const asOnAnEmptyDay = { ...inParallel, maxWriteUnits: 12 };
  return scenariosOf(world, [
    ["push-busy-times", "a day of 20 times", 2, changed(1, TIMES_OF_DAY), inParallel],
    ["push-busy-times", "31 days of 16 times", 2, changed(DAYS_MAXIMUM, 16), inParallel],
    ["push-busy-times", "31 days of 16 times, unchanged", 1, unchanged, inParallel],
    ["list-busy-calendars", "", 1, () => ({ params: { id: attorney.id } }), inParallel],
    ["delete-busy-calendar", "31 days of 16 times", 4, toDelete, inParallel],
    ["book-consultation", "beside a calendar of 16 times a day", 2, bookingOf(busy.id), asOnAnEmptyDay],
    [
      "book-consultation",
      "beside five calendars of 16 times a day",
      2,
      bookingOf(busiest.id),
      asOnAnEmptyDay,
    ],
  ]);
};
