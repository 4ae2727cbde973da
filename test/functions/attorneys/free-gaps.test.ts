import { beforeAll, describe, expect, it } from "@jest/globals";
import { NO_BOOKING_RULES } from "../../../shared/time/booking-rules.rules.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { LISTED, startLists } from "../../support/start-lists.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const booking = useBookingFixture(table);
const { newAttorney, book, hold, updateFirm } = booking;
const listsOf = startLists(booking);
beforeAll(() => updateFirm(LISTED));

const at = (hours: number, minutes: number) => atMinute(hours * 60 + minutes);

describe("a gap that no step fits into", () => {
  it("is on every list and in next_available, and can be booked", async () => {
    const officeHours = [{ weekday: 3, start: "09:00", end: "11:00" }];
    const { id: attorney_id } = await newAttorney({ officeHours });
    await book({ attorney_id, start_at: at(9, 0), duration_min: 45 });
    await hold({ attorney_id, start_at: at(10, 30), duration_min: 30 });
    const gap = { attorney_id, start_at: at(9, 45), duration_min: 45 };
    const listed = await listsOf(attorney_id, at(0, 0), at(24, 0));
    expect(listed).toEqual([[gap.start_at], [gap.start_at], [gap.start_at]]);
    const { error } = (await book({ ...gap, start_at: at(9, 30) })).body;
    expect([error.code, error.next_available[0]]).toEqual(["slot_unavailable", gap.start_at]);
    expect((await book(gap)).status).toBe(201);
    expect(await listsOf(attorney_id, at(0, 0), at(24, 0))).toEqual([[], [], []]);
  });

  it.each([0, 15])(
    "is on a list that begins at the start of the gap: %i minutes of buffer after a slot that ends at midnight UTC",
    async (bufferMinutes) => {
      // Office hours from 10:10 to 23:10 in New York, five hours behind UTC: no step falls on the beginning.
      const { id: attorney_id } = await newAttorney({
        timeZone: "America/New_York",
        officeHours: [{ weekday: 3, start: "10:10", end: "23:10" }],
        bookingRules: { ...NO_BOOKING_RULES, bufferMinutes },
      });
      await book({ attorney_id, start_at: at(23, 0), duration_min: 60 });
      const beginning = at(24, bufferMinutes);
      for (const listed of await listsOf(attorney_id, beginning, at(25, 0)))
        expect(listed).toEqual([beginning, ...[at(24, 10), at(24, 40)].filter((step) => step > beginning)]);
    },
  );
});
