import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import {
  atMinute,
  countOutcomes,
  expectConsistentSlots,
  times,
  useBookingFixture,
} from "../support/booking-fixture.ts";
import { changeWithinRead } from "../support/changes-between-calls.ts";
import { FAR_DEADLINE, simulateTime } from "../support/simulated-time.ts";
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

const bookAny = (start_at = atMinute(600)) => book({ ...ANY, start_at }, FAR_DEADLINE);
const bookNamed = () => book({ type: "initial", start_at: atMinute(600) }, FAR_DEADLINE);
const holdAny = () => hold({ ...ANY, start_at: atMinute(600) }, {}, FAR_DEADLINE);

describe("20 requests for any of three free attorneys, at 10 ms a call to the store", () => {
  let calls: readonly string[];
  beforeEach(() => {
    calls = simulateTime({ callMilliseconds: 10, seed: 1 });
  });
  /** Checks what is stored, and how many tries a request took. */
  const expectTries = async (maximum: number) => {
    expect(calls.filter((name) => name === "TransactWrite").length).toBeLessThanOrEqual(maximum);
    jest.restoreAllMocks();
    await expectConsistentSlots(table);
  };

  it("bookings of a slot: exactly three succeed", async () => {
    const responses = await Promise.all(times(20, (index) => bookAny(atMinute(600 + (index % 7)))));
    expect(countOutcomes(responses)).toEqual({ 201: 3, slot_unavailable: 17 });
    await expectTries(40);
  });

  it("bookings and holds of a slot: exactly three succeed, each with another attorney", async () => {
    const responses = await Promise.all(times(20, (index) => (index % 2 === 0 ? holdAny() : bookAny())));
    expect(countOutcomes(responses)).toEqual({ 201: 3, slot_unavailable: 17 });
    const taken = responses.filter(({ status }) => status === 201).map(({ body }) => body.attorney_id);
    expect(taken.toSorted()).toEqual(pool.toSorted());
    await expectTries(40);
  });

  it("bookings of any of them and of one by name: exactly three succeed", async () => {
    const responses = await Promise.all(times(20, (index) => (index % 3 === 0 ? bookNamed() : bookAny())));
    expect(countOutcomes(responses)).toEqual({ 201: 3, slot_unavailable: 17 });
    await expectTries(40);
  });

  it("24 bookings of 8 slots: all succeed", async () => {
    const responses = await Promise.all(times(24, (index) => bookAny(atMinute((index % 8) * 60))));
    expect(countOutcomes(responses)).toEqual({ 201: 24 });
    await expectTries(120);
  });
});

it("a booking is not refused when one attorney becomes free before another is booked, within its read", async () => {
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
