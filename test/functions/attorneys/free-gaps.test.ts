import { beforeAll, describe, expect, it } from "@jest/globals";
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
});
