import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as bookHandler } from "../../../functions/consultations/book-consultation.ts";
import type { Member } from "../../../shared/members/member.rules.ts";
import { atMinute, expectConsistentSlots, times, useBookingFixture } from "../../support/booking-fixture.ts";
import { bookingBody, createBookingFixture, ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addMember } from "../../support/firms.ts";
import { type ApiResponse, call } from "../../support/http-call.ts";
import { changeSetting } from "../../support/settings.ts";
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

describe("a consultation type", () => {});

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

  it("is the attorney with the fewest consultations on that local day", async () => {
    const [busy, other] = [fixture.attorney.id, pool[1]];
    for (const start_at of [atMinute(0), atMinute(60)]) await book({ attorney_id: busy, start_at });
    await book({ attorney_id: other, start_at: atMinute(120) });
    // The day before does not count.
    for (const minute of [-60, -120, -180]) await book({ attorney_id: other, start_at: atMinute(minute) });
    expect((await book(ANY)).body.attorney_id).toBe(other);
  });

  it("is any of those with equally many", async () => {
    const days = times(12, (index) => ({ ...ANY, start_at: atMinute(index * 1440) }));
    const booked = await Promise.all(days.map((day) => book(day)));
    expect(new Set(booked.map(({ body }) => body.attorney_id))).toEqual(new Set(pool));
  });

  it("passes over attorneys who are inactive, not schedulable or at 20 live holds", async () => {
    const [away, busy] = [await newAttorney({ active: false }), await newAttorney({ schedulable: false })];
    const [held = "", free] = pool;
    await offerTypes([away.id, busy.id, ...pool]);
    for (const minute of times(20, (index) => 1440 + index * 60))
      await hold({ attorney_id: held, start_at: atMinute(minute) });
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

  it("is anybody who can be booked if the type has no list, of the first 20 by creation", async () => {
    const own = await createBookingFixture(table);
    const type = {
      key: "initial",
      name: "Initial",
      durationMinutes: 30,
      amount: null,
      location: null,
      attorneyIds: null,
      reminderMinutes: null,
    };
    await changeSetting(table, own.firmId, "consultationTypes", [type]);
    const add = (officeHours: Member["officeHours"]) =>
      addMember(table, own.firmId, { timeZone: "UTC", officeHours });
    const bookAny = () => call(bookHandler, { key: own.key, body: bookingBody(own, ANY) });
    expect([await bookAny(), await bookAny()].map(outcomeOf)).toEqual([201, "slot_unavailable"]);
    await add(ROUND_THE_CLOCK);
    expect(outcomeOf(await bookAny())).toBe(201);
    for (const officeHours of times(16, () => [])) await add(officeHours);
    await add(ROUND_THE_CLOCK);
    await add(ROUND_THE_CLOCK);
    expect([await bookAny(), await bookAny()].map(outcomeOf)).toEqual([201, "slot_unavailable"]);
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

  it("takes anybody of the pool when the hold does not exist", async () => {
    expect(outcomeOf(await book({ ...ANY, hold_id: randomUUID() }))).toBe(201);
  });
});
