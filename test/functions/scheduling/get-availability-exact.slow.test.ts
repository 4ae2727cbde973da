import { expect, it } from "@jest/globals";
import { handler } from "../../../functions/scheduling/get-availability.ts";
import { NO_BOOKING_RULES } from "../../../shared/time/booking-rules.rules.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { rememberReads } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { newAttorney, book, patch, send } = useBookingFixture(table);

type Range = { readonly from: string; readonly to: string };

const QUARTER = 900_000;
const STEP_MINUTES = 60;

/**
 * Returns the listed starts for an hour, and those at which it can be booked: on the step, or where booking has just become
 * possible. Everything in this test begins and ends at quarters of an hour.
 */
const starts = async (id: string, { from, to }: Range) => {
  const query = { from, to, duration_min: "60", step_min: String(STEP_MINUTES) };
  const { data: listed } = (await send(handler, { params: { id }, query })).body;
  const isBookable = async (instant: number) => {
    const start_at = new Date(instant).toISOString();
    const { status, body } = await book({ attorney_id: id, start_at, duration_min: 60 });
    if (status === 201) await patch(body.id, { status: "canceled" });
    return status === 201;
  };
  rememberReads();
  const bookable: string[] = [];
  let wasBookable = await isBookable(Date.parse(from) - QUARTER);
  for (let at = Date.parse(from); at < Date.parse(to); at += QUARTER) {
    const canBeBooked = await isBookable(at);
    if (canBeBooked && (at % (STEP_MINUTES * 60_000) === 0 || !wasBookable))
      bookable.push(new Date(at).toISOString());
    wasBookable = canBeBooked;
  }
  return { listed, bookable };
};

it("GET /api/attorneys/{id}/availability lists exactly the starts that its rules let be booked", async () => {
  const { id } = await newAttorney({
    timeZone: "America/New_York",
    officeHours: ROUND_THE_CLOCK,
    bookingRules: { ...NO_BOOKING_RULES, bufferMinutes: 45, maxPerDay: 2 },
  });
  // The local day of the first ends at 05:00Z; the last is after the range, within its local day.
  for (const start_at of ["2055-03-12T04:30:00Z", "2055-03-13T01:00:00Z", "2055-03-15T03:30:00Z"])
    expect((await book({ attorney_id: id, start_at, duration_min: 30 })).status).toBe(201);
  const { listed, bookable } = await starts(id, { from: "2055-03-12T04:00:00Z", to: "2055-03-15T00:00:00Z" });
  expect(listed).toEqual(bookable);
  expect(bookable.length).toBeGreaterThan(30);
  expect(bookable.length).toBeLessThan(68);
});
