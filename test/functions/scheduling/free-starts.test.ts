import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { handler as findAvailability } from "../../../functions/scheduling/find-availability.ts";
import { handler as getAvailability } from "../../../functions/scheduling/get-availability.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { LISTED, startLists } from "../../support/start-lists.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const booking = useBookingFixture(table);
const { newAttorney, book, hold, patch, send, updateFirm } = booking;
const listsOf = startLists(booking);
beforeAll(() => updateFirm(LISTED));

const at = (hours: number, minutes = 0) => atMinute(hours * 60 + minutes);

const THURSDAY = "2055-03-04";

const three = <Value>(value: Value) => [value, value, value];

describe("hours of a date", () => {
  it("are on every list, and those that the lists name can be booked, held and moved to", async () => {
    const { id: attorney_id } = await newAttorney({
      officeHours: [{ weekday: 3, start: "09:00", end: "11:00" }],
    });
    const date_hours = [
      { date: "2055-03-03", windows: [] },
      { date: THURSDAY, windows: [{ start: "22:10", end: "24:00" }] },
      { date: "2055-03-05", windows: [{ start: "00:00", end: "00:30" }] },
    ];
    await send(updateMember, { params: { id: attorney_id }, body: { date_hours } });
    const starts = [at(46, 10), at(46, 40), at(47, 10), at(47, 40)];
    // The window of Friday begins at midnight, too late for 45 minutes.
    expect(await listsOf(attorney_id, at(0), at(72))).toEqual(three(starts));
    const [first, second, , last] = starts;
    const slot = { attorney_id, duration_min: 30 };
    const closed = (await book({ ...slot, start_at: at(9) })).body.error;
    expect([closed.code, closed.next_available[0]]).toEqual(["outside_office_hours", first]);
    const { body, status } = await book({ ...slot, start_at: first });
    expect(status).toBe(201);
    expect((await hold({ ...slot, start_at: second })).status).toBe(201);
    // Across midnight, from the hours of one date into those of the next.
    expect((await patch(body.id, { start_at: last })).status).toBe(200);
    const refused = [await hold({ ...slot, start_at: at(10) }), await patch(body.id, { start_at: at(10) })];
    expect(refused.map((each) => each.body.error.code)).toEqual(Array(2).fill("outside_office_hours"));
  });
});

describe("a gap that no step fits into", () => {
  it("is on every list and in next_available, and can be booked", async () => {
    const officeHours = [{ weekday: 3, start: "09:00", end: "11:00" }];
    const { id: attorney_id } = await newAttorney({ officeHours });
    await book({ attorney_id, start_at: at(9), duration_min: 45 });
    await hold({ attorney_id, start_at: at(10, 30), duration_min: 30 });
    const gap = { attorney_id, start_at: at(9, 45), duration_min: 45 };
    const listed = await listsOf(attorney_id, at(0), at(24));
    expect(listed).toEqual([[gap.start_at], [gap.start_at], [gap.start_at]]);
    const { error } = (await book({ ...gap, start_at: at(9, 30) })).body;
    expect([error.code, error.next_available[0]]).toEqual(["slot_unavailable", gap.start_at]);
    expect((await book(gap)).status).toBe(201);
    expect(await listsOf(attorney_id, at(0), at(24))).toEqual([[], [], []]);
  });
});

describe("a list of free starts", () => {
  it("is refused for an attorney who cannot be booked, whatever the query, and for an unknown type", async () => {
    const range = { from: at(0), to: at(24), duration_min: "30" };
    const { id } = await newAttorney({ schedulable: false });
    for (const query of [range, {}])
      expect(await send(getAvailability, { params: { id }, query })).toMatchObject({
        status: 422,
        body: {
          error: { details: [{ field: "id", message: "must be a member who is active and schedulable" }] },
        },
      });
    const unknown = await send(findAvailability, { query: { ...range, type: "unknown" } });
    expect([unknown.status, violationFields(unknown)]).toEqual([422, ["type"]]);
  });
});
