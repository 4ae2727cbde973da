import { describe, expect, it } from "@jest/globals";
import {
  atMinute,
  countOutcomes,
  expectConsistentSlots,
  times,
  useBookingFixture,
} from "../support/booking-fixture.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const { book, patch } = useBookingFixture(table);

describe("50 at once", () => {
  it.each(["an empty", "a used"])(
    "for one slot of %s day: one gets it, and all others hear that it is taken",
    async (day) => {
      if (day === "a used") expect((await book({ start_at: atMinute(0) })).status).toBe(201);
      const responses = await Promise.all(
        times(50, (index) => book({ start_at: atMinute(600 + (index % 7)) })),
      );
      expect(countOutcomes(responses)).toEqual({ 201: 1, slot_unavailable: 49 });
      await expectConsistentSlots(table);
    },
  );

  it("for 50 slots of one day: each gets its own", async () => {
    expect(
      countOutcomes(
        await Promise.all(times(50, (index) => book({ start_at: atMinute(index * 20), duration_min: 20 }))),
      ),
    ).toEqual({ 201: 50 });
    await expectConsistentSlots(table);
  });

  it("moving to one slot: one gets it, and no other loses its own", async () => {
    const ids = await Promise.all(
      times(20, async (index) => (await book({ start_at: atMinute(index * 30), duration_min: 30 })).body.id),
    );
    const responses = await Promise.all(ids.map((id) => patch(id, { start_at: "2055-03-05T10:00:00Z" })));
    expect(countOutcomes(responses)).toEqual({ 200: 1, slot_unavailable: 19 });
    await expectConsistentSlots(table);
  });
});

describe("one consultation", () => {
  it("rescheduled and canceled at once ends canceled, and holds nothing", async () => {
    for (const round of times(20, (index) => index)) {
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

  it("canceled by ten at once is canceled once", async () => {
    const { id } = (await book()).body;
    const responses = await Promise.all(times(10, () => patch(id, { status: "canceled" })));
    expect(countOutcomes(responses)).toEqual({ 200: 1, not_found: 9 });
  });

  it("rescheduled by ten at once keeps one slot", async () => {
    const { id } = (await book()).body;
    expect(
      countOutcomes(await Promise.all(times(10, (index) => patch(id, { start_at: atMinute(index * 300) })))),
    ).toEqual({
      200: 10,
    });
    await expectConsistentSlots(table);
  });
});
