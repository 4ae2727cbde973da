import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as updateMember } from "../../../functions/members/update-member.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { LISTED, startLists } from "../../support/start-lists.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const booking = useBookingFixture(table);
const { newAttorney, book, hold, patch, send, updateFirm } = booking;
const listsOf = startLists(booking);
beforeAll(() => updateFirm(LISTED));

const at = (hours: number, minutes = 0) => atMinute(hours * 60 + minutes);

const THURSDAY = "2055-03-04";

/** Creates an attorney who works on Wednesdays from 9 to 11, and a little on the Thursday after. */
const newWednesdayAttorney = async () => {
  const { id } = await newAttorney({ officeHours: [{ weekday: 3, start: "09:00", end: "11:00" }] });
  const setHours = async (date_hours: object[]) => {
    const { status } = await send(updateMember, { params: { id }, body: { date_hours } });
    expect(status).toBe(200);
  };
  return { id, setHours };
};

const three = <Value>(value: Value) => [value, value, value];

describe("hours of a date", () => {
  it("are on every list, and those that the lists name can be booked, held and moved to", async () => {
    const { id: attorney_id, setHours } = await newWednesdayAttorney();
    await setHours([
      { date: "2055-03-03", windows: [] },
      { date: THURSDAY, windows: [{ start: "22:10", end: "24:00" }] },
      { date: "2055-03-05", windows: [{ start: "00:00", end: "00:30" }] },
    ]);
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

  it("end when the date is left out, and the weekly hours hold again", async () => {
    const { id: attorney_id, setHours } = await newWednesdayAttorney();
    await setHours([{ date: "2055-03-03", windows: [] }]);
    expect(await listsOf(attorney_id, at(0), at(24))).toEqual(three([]));
    await setHours([]);
    expect(await listsOf(attorney_id, at(0), at(24))).toEqual(three([at(9), at(9, 30), at(10)]));
    expect((await book({ attorney_id, start_at: at(9) })).status).toBe(201);
  });

  it("give way to time off and holidays", async () => {
    const { id: attorney_id, setHours } = await newWednesdayAttorney();
    await setHours([{ date: THURSDAY, windows: [{ start: "09:00", end: "12:00" }] }]);
    const time_off = [{ start_at: at(33), end_at: at(34) }];
    await send(updateMember, { params: { id: attorney_id }, body: { time_off } });
    expect(await listsOf(attorney_id, at(24), at(48))).toEqual(three([at(34), at(34, 30), at(35)]));
    expect((await book({ attorney_id, start_at: at(33) })).body.error.code).toBe("attorney_unavailable");
    await updateFirm({ holidays: [{ start_date: THURSDAY, end_date: THURSDAY, name: "Founders' day" }] });
    expect((await book({ attorney_id, start_at: at(34) })).body.error.code).toBe("attorney_unavailable");
    await updateFirm({ holidays: [] });
  });
});
