import { beforeEach, describe, expect, it } from "@jest/globals";
import {
  atMinute,
  countOutcomes,
  expectConsistentSlots,
  times,
  useBookingFixture,
} from "../support/booking-fixture.ts";
import { changeWithinRead } from "../support/changes-between-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { fixture, newAttorney, book, hold, patch, updateFirm } = useBookingFixture(table);
const ANY = { attorney_id: undefined, type: "initial" };

let pool: string[];
beforeEach(async () => {
  pool = [fixture.attorney.id, (await newAttorney()).id, (await newAttorney()).id];
  const type = { key: "initial", name: "Initial", duration_min: 60, attorney_ids: pool };
  await updateFirm({ consultation_types: [type] });
});

describe("50 requests for any of three free attorneys", () => {
  it("bookings of a slot: exactly three succeed", async () => {
    const responses = await Promise.all(
      times(50, (index) => book({ ...ANY, start_at: atMinute(600 + (index % 7)) })),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 3, slot_unavailable: 47 });
    await expectConsistentSlots(table);
  });

  it("bookings and holds of a slot: exactly three succeed, each with another attorney", async () => {
    const responses = await Promise.all(times(50, (index) => (index % 2 === 0 ? hold : book)(ANY)));
    expect(countOutcomes(responses)).toEqual({ 201: 3, slot_unavailable: 47 });
    const taken = responses.filter(({ status }) => status === 201).map(({ body }) => body.attorney_id);
    expect(taken.toSorted()).toEqual(pool.toSorted());
    await expectConsistentSlots(table);
  });

  it("of any and of one of them by name: exactly three succeed", async () => {
    const responses = await Promise.all(
      times(50, (index) => book(index % 3 === 0 ? { type: "initial" } : ANY)),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 3, slot_unavailable: 47 });
    await expectConsistentSlots(table);
  });

  it("51 bookings of 17 slots: all succeed", async () => {
    const responses = await Promise.all(
      times(51, (index) => book({ ...ANY, start_at: atMinute((index % 17) * 60) })),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 51 });
    await expectConsistentSlots(table);
  });
});

it("nobody is refused when one becomes free before another is booked, within the read", async () => {
  const [first = "", second = ""] = pool;
  const type = { key: "initial", name: "Initial", duration_min: 60, attorney_ids: [first, second] };
  await updateFirm({ consultation_types: [type] });
  const { id } = (await book({ attorney_id: first })).body;
  await book({ ...ANY, start_at: atMinute(0) });
  const change = async () => {
    await patch(id, { status: "canceled" });
    await book({ attorney_id: second });
  };
  const isChanged = changeWithinRead(table, change, ({ pk }) => pk.includes(second));
  const { status, body } = await book(ANY);
  expect([status, body.attorney_id, isChanged()]).toEqual([201, first, true]);
  await expectConsistentSlots(table);
});
