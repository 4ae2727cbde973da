import { describe, expect, it, jest } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
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
const { newAttorney, book, patch, hold, deleteHold } = useBookingFixture(table);
const MIDNIGHT = atMinute(24 * 60 - 30);

describe("concurrent holds", () => {
  it.each(["an empty", "a used"])("12 of one slot of %s day: one succeeds", async (day) => {
    if (day === "a used") expect((await book({ start_at: atMinute(0) })).status).toBe(201);
    const responses = await Promise.all(
      times(12, (index) => hold({ start_at: atMinute(600 + (index % 7)) })),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 1, slot_unavailable: 11 });
  });

  it("6 holds and 6 bookings of one slot of a used day: one succeeds", async () => {
    expect((await book({ start_at: atMinute(0) })).status).toBe(201);
    const responses = await Promise.all(
      times(12, (index) => (index % 2 === 0 ? hold : book)({ start_at: atMinute(600) })),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 1, slot_unavailable: 11 });
    await expectConsistentSlots(table);
  });

  it("25 on 25 days: as many succeed as one attorney may have", async () => {
    const responses = await Promise.all(times(25, (index) => hold({ start_at: atMinute(index * 24 * 60) })));
    expect(countOutcomes(responses)).toEqual({ 201: LIMITS.liveHolds, booking_not_allowed: 5 });
  });
});

describe("concurrent requests for one hold", () => {
  it("ten bookings: it becomes one of them", async () => {
    const { id: hold_id } = (await hold({ start_at: MIDNIGHT })).body;
    const responses = await Promise.all(times(10, () => book({ start_at: MIDNIGHT, hold_id })));
    expect(countOutcomes(responses)).toEqual({ 201: 1, slot_unavailable: 9 });
    await expectConsistentSlots(table);
  });

  it("bookings, reschedules and strangers' bookings: one of those with the hold succeeds", async () => {
    for (const _ of times(2, () => null)) {
      const { id: attorney_id } = await newAttorney();
      const { id: hold_id } = (await hold({ attorney_id, start_at: MIDNIGHT })).body;
      const ids = await Promise.all(
        times(5, async (index) => (await book({ attorney_id, start_at: atMinute(index * 60) })).body.id),
      );
      const slot = { attorney_id, start_at: MIDNIGHT };
      const withHold = Promise.all([
        ...ids.map((id) => patch(id, { ...slot, hold_id })),
        ...times(5, () => book({ ...slot, hold_id })),
      ]);
      const strangers = Promise.all(times(5, () => book(slot)));
      const { slot_unavailable: refused, ...succeeded } = countOutcomes(await withHold);
      expect([refused, Object.values(succeeded)]).toEqual([9, [1]]);
      expect(countOutcomes(await strangers)).toEqual({ slot_unavailable: 5 });
    }
    await expectConsistentSlots(table);
  });

  it("ten deletions: one succeeds", async () => {
    const { id } = (await hold()).body;
    const responses = await Promise.all(times(10, () => deleteHold(id)));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, ...Array(9).fill(404)]);
  });

  it("a deletion between the two reads of a booking leaves the slot free", async () => {
    const { id: hold_id } = (await hold()).body;
    const change = async () => expect((await deleteHold(hold_id)).status).toBe(204);
    const isChanged = changeWithinRead(table, change, ({ pk }) => pk.endsWith("#HOLD"));
    expect([(await book({ hold_id })).status, isChanged()]).toEqual([201, true]);
    jest.restoreAllMocks();
    await expectConsistentSlots(table);
  });

  it("a deletion and a booking: the booking succeeds, and nothing is left of the hold", async () => {
    for (const round of times(5, (index) => index)) {
      const start_at = atMinute(round * 60);
      const { id: hold_id } = (await hold({ start_at })).body;
      const [booked, deleted] = await Promise.all([book({ start_at, hold_id }), deleteHold(hold_id)]);
      expect(booked?.status).toBe(201);
      expect([204, 404]).toContain(deleted?.status);
    }
    await expectConsistentSlots(table);
  });
});
