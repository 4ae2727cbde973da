import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, jest } from "@jest/globals";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
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
const { fixture, book, patch } = useBookingFixture(table);

// The deadline is far, since forty requests at once on one machine take as long as one in the cloud may.
describe("concurrent bookings", () => {
  it.each(["an empty", "a used"])(
    "12 for one slot of %s day: one succeeds, all others get slot_unavailable",
    async (day) => {
      if (day === "a used") expect((await book({ start_at: atMinute(0) })).status).toBe(201);
      const responses = await Promise.all(
        times(12, (index) => book({ start_at: atMinute(600 + (index % 7)) }, FAR_DEADLINE)),
      );
      expect(countOutcomes(responses)).toEqual({ 201: 1, slot_unavailable: 11 });
      await expectConsistentSlots(table);
    },
  );

  it("40 for 40 slots of one day, at 10 ms a call to the store: all succeed, with five tries each at most", async () => {
    const calls = simulateTime({ callMilliseconds: 10, seed: 1 });
    const responses = await Promise.all(
      times(40, (index) => book({ start_at: atMinute(index * 10), duration_min: 10 }, FAR_DEADLINE)),
    );
    expect(countOutcomes(responses)).toEqual({ 201: 40 });
    const tries = calls.filter((name) => name === "TransactWrite").length;
    expect(tries).toBeLessThanOrEqual(200);
    jest.restoreAllMocks();
    await expectConsistentSlots(table);
  });

  it("eight reschedules to one slot: one succeeds, and all others keep their own", async () => {
    const ids = await Promise.all(
      times(8, async (index) => (await book({ start_at: atMinute(index * 30), duration_min: 30 })).body.id),
    );
    const responses = await Promise.all(ids.map((id) => patch(id, { start_at: "2055-03-05T10:00:00Z" })));
    expect(countOutcomes(responses)).toEqual({ 200: 1, slot_unavailable: 7 });
    await expectConsistentSlots(table);
  });
});

describe("concurrent requests for one consultation", () => {
  it("a reschedule and a cancel: it ends canceled and its slot is released", async () => {
    for (const round of times(6, (index) => index)) {
      const { id } = (await book({ start_at: atMinute(round * 60) })).body;
      const [moved, canceled] = await Promise.all([
        patch(id, { start_at: atMinute(round * 60 + 24 * 60 + 30) }),
        patch(id, { status: "canceled" }),
      ]);
      expect([200, 404]).toContain(moved?.status);
      expect([canceled?.status, canceled?.body.status]).toEqual([200, "canceled"]);
      expect((await patch(id, { status: "canceled" })).status).toBe(404);
    }
    await expectConsistentSlots(table);
  });

  it("ten cancels: one succeeds", async () => {
    const { id } = (await book()).body;
    const responses = await Promise.all(times(10, () => patch(id, { status: "canceled" })));
    expect(countOutcomes(responses)).toEqual({ 200: 1, not_found: 9 });
  });

  it("six reschedules: it holds one slot", async () => {
    const { id } = (await book()).body;
    expect(
      countOutcomes(await Promise.all(times(6, (index) => patch(id, { start_at: atMinute(index * 300) })))),
    ).toEqual({
      200: 6,
    });
    await expectConsistentSlots(table);
  });

  it("a reschedule that reads both the old and the new slot of another one: both succeed", async () => {
    const { id } = (await book({ start_at: atMinute(600) })).body;
    const change = () => patch(id, { start_at: atMinute(720) });
    const isChanged = changeWithinRead(table, change, ({ pk }) => pk.includes("#DAY#"));
    const wanted = { attorney_id: fixture.attorney.id, start_at: atMinute(750) };
    expect([(await patch(id, wanted)).body.start_at, isChanged()]).toEqual([atMinute(750), true]);
    await expectConsistentSlots(table);
  });
});

it("a reschedule to the slot of a consultation whose id has the same beginning does not succeed", async () => {
  const { firmId, attorney } = fixture;
  const [one, other] = [newRecordId(Date.now()), newRecordId(Date.now())];
  const consultations = [one, one.slice(0, 21) + other.slice(21)].map((id, index) =>
    newConsultation({ id, attorneyId: attorney.id, startAt: atMinute(index * 60), durationMinutes: 60 }),
  );
  for (const Item of bookedItems(firmId, consultations))
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  simulateTime({ callMilliseconds: 10, seed: 1 });
  expect((await patch(one, { start_at: atMinute(70) })).status).not.toBe(200);
  expect((await patch(one, { start_at: atMinute(120) })).status).toBe(200);
  jest.restoreAllMocks();
  await expectConsistentSlots(table);
});
