import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/attorneys/get-availability.ts";
import type { Member } from "../../../shared/members/member.rules.ts";
import { NO_BOOKING_RULES } from "../../../shared/time/booking-rules.rules.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { rememberReads } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { newAttorney, book, patch, send, updateFirm } = useBookingFixture(table);
beforeAll(() => updateFirm({ holidays: [{ start_date: "2055-03-16", end_date: "2055-03-16" }] }));

/** An attorney in New York with consultations. */
const withConsultations = async (
  changes: Partial<Member>,
  starts: readonly string[],
  duration_min: number,
) => {
  const { id } = await newAttorney({ timeZone: "America/New_York", ...changes });
  for (const start_at of starts)
    expect((await book({ attorney_id: id, start_at, duration_min })).status).toBe(201);
  return id;
};

type Range = { readonly from: string; readonly to: string };

const QUARTER = 900_000;

/**
 * Returns the listed starts for an hour, and those at which it can be booked: on the step, or where booking has just become
 * possible. Everything in these tests begins and ends at quarters of an hour.
 */
const starts = async (id: string, { from, to }: Range, stepMinutes: number) => {
  const query = { from, to, duration_min: "60", step_min: String(stepMinutes) };
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
    if (canBeBooked && (at % (stepMinutes * 60_000) === 0 || !wasBookable))
      bookable.push(new Date(at).toISOString());
    wasBookable = canBeBooked;
  }
  return { listed, bookable };
};

describe("GET /api/attorneys/{id}/availability", () => {
  it("returns exactly the bookable starts on the step or at the beginning of free time", async () => {
    const windows = [7, 1, 2, 3, 4, 5].map((weekday) => ({ weekday, start: "13:00", end: "17:30" }));
    const id = await withConsultations(
      {
        officeHours: [
          ...windows,
          { weekday: 3, start: "22:00", end: "24:00" },
          { weekday: 4, start: "00:00", end: "02:00" },
        ],
        timeOff: [
          { startDate: "2055-03-15", endDate: "2055-03-15", reason: "" },
          { startAt: "2055-03-17T18:10:00.000Z", endAt: "2055-03-17T18:15:00.000Z", reason: "" },
        ],
      },
      ["2055-03-12T18:15:00Z", "2055-03-14T17:00:00Z", "2055-03-17T20:15:00Z"],
      45,
    );
    // Across the start of daylight saving time in New York.
    const range = { from: "2055-03-12T00:00:00Z", to: "2055-03-18T00:00:00Z" };
    const { listed, bookable } = await starts(id, range, 30);
    expect(listed).toEqual(bookable);
    expect(bookable.length).toBeGreaterThan(12);
  });

  it("returns exactly the bookable starts on the step or at the beginning of free time under rules", async () => {
    const id = await withConsultations(
      {
        officeHours: ROUND_THE_CLOCK,
        bookingRules: { ...NO_BOOKING_RULES, bufferMinutes: 45, maxPerDay: 2 },
      },
      // The local day of the first ends at 05:00Z; the last is after the range, within its local day.
      ["2055-03-12T04:30:00Z", "2055-03-13T01:00:00Z", "2055-03-15T03:30:00Z"],
      30,
    );
    const range = { from: "2055-03-12T04:00:00Z", to: "2055-03-15T00:00:00Z" };
    const { listed, bookable } = await starts(id, range, 60);
    expect(listed).toEqual(bookable);
    expect(bookable.length).toBeGreaterThan(30);
    expect(bookable.length).toBeLessThan(68);
  });
});
