import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { type BookingRules, NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { atMinute, countOutcomes, times, useBookingFixture } from "../support/booking-fixture.ts";
import { changeBeforeWrite, changeWithinRead } from "../support/changes-between-calls.ts";
import { fakeDate } from "../support/fake-date.ts";
import { recordStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { newAttorney, updateFirm, book, patch } = useBookingFixture(table);

const attorneyWith = async (rules: Partial<BookingRules>, timeZone = "UTC") => {
  const bookingRules = { ...NO_BOOKING_RULES, ...rules };
  return (await newAttorney({ timeZone, bookingRules })).id;
};

const MIDNIGHT = 24 * 60;

describe("concurrent bookings under rules", () => {
  it("12 on both sides of a midnight, closer than the buffer: one succeeds", async () => {
    for (const _ of times(2, () => null)) {
      const attorney_id = await attorneyWith({ bufferMinutes: 30 });
      const responses = await Promise.all(
        times(12, (index) =>
          book({
            attorney_id,
            start_at: atMinute(index % 2 === 0 ? MIDNIGHT - 20 : MIDNIGHT + 20),
            duration_min: 15,
          }),
        ),
      );
      expect(countOutcomes(responses)).toEqual({ 201: 1, slot_unavailable: 11 });
    }
  });

  it("12 of one local day that spans two UTC days: as many succeed as the rule allows", async () => {
    for (const _ of times(2, () => null)) {
      const attorney_id = await attorneyWith({ maxPerDay: 1 }, "America/New_York");
      const responses = await Promise.all(
        times(12, (index) => {
          const hourAfterMidnight = index % 2 === 0 ? -2 : 2;
          return book({
            attorney_id,
            start_at: atMinute(MIDNIGHT + hourAfterMidnight * 60 + index * 2),
            duration_min: 5,
          });
        }),
      );
      expect(countOutcomes(responses)).toEqual({ 201: 1, booking_not_allowed: 11 });
    }
  });

  it("slots that existed one after the other are not counted together", async () => {
    const attorney_id = await attorneyWith({ maxPerDay: 2 }, "America/New_York");
    const [morning, evening] = [atMinute(10 * 60), atMinute(MIDNIGHT + 60)];
    const { id } = (await book({ attorney_id, start_at: morning })).body;
    const change = async () => {
      await patch(id, { status: "canceled" });
      expect((await book({ attorney_id, start_at: evening })).status).toBe(201);
    };
    // The first read sees the day before the cancellation and the next day after the booking.
    const isChanged = changeWithinRead(table, change, ({ sk }) => sk === evening.slice(0, 10));
    const wanted = await book({ attorney_id, start_at: atMinute(MIDNIGHT + 180) });
    expect([wanted.status, isChanged()]).toEqual([201, true]);
    jest.restoreAllMocks();
  });

  it("reschedules and bookings to two sides of a midnight: one succeeds", async () => {
    const attorney_id = await attorneyWith({ bufferMinutes: 30 });
    const ids = await Promise.all(
      times(6, async (index) => (await book({ attorney_id, start_at: atMinute(index * 100) })).body.id),
    );
    const responses = await Promise.all([
      ...ids.map((id) => patch(id, { start_at: atMinute(MIDNIGHT - 20), duration_min: 15 })),
      ...times(6, () => book({ attorney_id, start_at: atMinute(MIDNIGHT + 20), duration_min: 15 })),
    ]);
    const { slot_unavailable: rejected, ...succeeded } = countOutcomes(responses);
    expect([rejected, Object.values(succeeded)]).toEqual([11, [1]]);
  });
});

describe("the firm's rules, changed between the read and the write of a booking", () => {
  afterEach(async () => {
    jest.restoreAllMocks();
    await updateFirm({ booking_rules: { max_advance_days: null } });
  });

  it.each(["a booking", "a reschedule"])("apply to %s", async (request) => {
    const { id } = (await book({ start_at: atMinute(0) })).body;
    const isChanged = changeBeforeWrite(() => updateFirm({ booking_rules: { max_advance_days: 1 } }));
    const start_at = atMinute(600);
    const { body } = await (request === "a booking" ? book({ start_at }) : patch(id, { start_at }));
    expect([isChanged(), body.error?.code]).toEqual([true, "booking_not_allowed"]);
  });
});

describe("round trips", () => {
  it("rules add one until an instance knows them, and none afterwards", async () => {
    fakeDate(Date.now());
    const attorney_id = await attorneyWith({ bufferMinutes: 30, maxPerDay: 5 }, "America/New_York");
    const callsOf = (day: number) =>
      recordStoreCalls(() => book({ attorney_id, start_at: atMinute(day * MIDNIGHT + 600) }));
    expect(await callsOf(0)).toEqual(["BatchGet", "Query", "Query", "TransactWrite"]);
    expect(await callsOf(2)).toEqual(["BatchGet", "Query", "TransactWrite"]);
  });
});
