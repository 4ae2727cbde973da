import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { attorneyHoldsKey } from "../../../shared/table/record-keys.ts";
import { atMinute, expectConsistentSlots, times, useBookingFixture } from "../../support/booking-fixture.ts";
import type { ApiResponse } from "../../support/http-call.ts";
import { putItems } from "../../support/put-items.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, newAttorney, book, hold, patch, updateFirm } = useBookingFixture(table);

let pool: string[];
const offerTypes = (attorney_ids: string[] | null) =>
  updateFirm({
    consultation_types: [
      { key: "initial", name: "Initial", duration_min: 30, amount: 150, attorney_ids },
      { key: "nobody", name: "Nobody", duration_min: 30, attorney_ids: [] },
    ],
  });

beforeEach(async () => {
  pool = [fixture.attorney.id, (await newAttorney()).id];
  await offerTypes(pool);
});

const ANY = { attorney_id: undefined, duration_min: undefined, type: "initial" };
const outcomeOf = ({ status, body }: ApiResponse) => body.error?.code ?? status;

describe("any attorney of a pool", () => {
  it("is booked and held as long as one is free; a refusal names the next starts with any of them", async () => {
    const taken = [await book(ANY), await hold(ANY)];
    expect(taken.map(outcomeOf)).toEqual([201, 201]);
    expect(taken.map(({ body }) => body.attorney_id).toSorted()).toEqual(pool.toSorted());
    expect(taken[1]?.body.duration_min).toBe(30);
    const refused = [await book(ANY), await hold({ ...ANY, start_at: "2055-03-03T10:29:59.999Z" })];
    expect(refused.map(outcomeOf)).toEqual(["slot_unavailable", "slot_unavailable"]);
    expect(refused[0]?.body.error).toMatchObject({
      message: expect.stringContaining("No attorney of the pool"),
      next_available: ["2055-03-03T10:30:00.000Z", "2055-03-03T10:45:00.000Z", "2055-03-03T11:00:00.000Z"],
    });
    await expectConsistentSlots(table);
  });

  it("passes over attorneys who are inactive, not schedulable or at 20 live holds", async () => {
    const [away, busy] = [await newAttorney({ active: false }), await newAttorney({ schedulable: false })];
    const [held = "", free] = pool;
    await offerTypes([away.id, busy.id, ...pool]);
    const expiries = Object.fromEntries(times(20, (index) => [String(index), Date.now() + 900_000]));
    await putItems(table, [{ ...attorneyHoldsKey(fixture.firmId, held), version: 20, expiries }]);
    expect((await hold(ANY)).body.attorney_id).toBe(free);
    expect(outcomeOf(await hold(ANY))).toBe("slot_unavailable");
    await offerTypes([held]);
    expect((await hold(ANY)).body.error).toMatchObject({
      code: "booking_not_allowed",
      details: [{ field: "holds" }],
      next_available: [],
    });
    expect((await book(ANY)).body.attorney_id).toBe(held);
  });

  it("keeps the attorney of an idempotent repeat and of a reschedule", async () => {
    const request = { headers: { "idempotency-key": randomUUID() } };
    const [first, again] = [await book(ANY, {}, request.headers), await book(ANY, {}, request.headers)];
    expect([again.body, again.headers["idempotent-replayed"]]).toEqual([first.body, "true"]);
    const held = [await hold(ANY, request.headers), await hold(ANY, request.headers)];
    expect(held[1]?.body).toEqual(held[0]?.body);
    const { id, attorney_id } = first.body;
    expect((await patch(id, { start_at: atMinute(0) })).body.attorney_id).toBe(attorney_id);
  });
});

describe("a booking with a hold that names no attorney", () => {
  it("takes the attorney of the hold, also with free text as its type", async () => {
    for (const type of ["initial", "Other"]) {
      const { body } = await hold({ ...ANY, start_at: atMinute(0) });
      const named = { start_at: atMinute(0), hold_id: body.id };
      const booked = await book({ ...ANY, type, duration_min: 30, ...named });
      expect([booked.status, booked.body.attorney_id]).toEqual([201, body.attorney_id]);
      await patch(booked.body.id, { status: "canceled" });
    }
  });
});
