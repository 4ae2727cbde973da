import { randomUUID } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { handler as createHold } from "../../../functions/scheduling/create-hold.ts";
import { atMinute, expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { bookingBody, createBookingFixture } from "../../support/consultations.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { type ApiResponse, call } from "../../support/http-call.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { newAttorney, book, patch, hold, deleteHold } = useBookingFixture(table);
const outcomeOf = ({ status, body }: ApiResponse) => body.error?.code ?? status;
const MIDNIGHT = atMinute(24 * 60 - 30);

describe("a booking with hold_id", () => {
  it("takes over the held slot, which nobody else can book", async () => {
    const { id: hold_id } = (await hold({ start_at: MIDNIGHT })).body;
    expect(outcomeOf(await book({ start_at: MIDNIGHT }))).toBe("slot_unavailable");
    expect(outcomeOf(await book({ start_at: MIDNIGHT, hold_id: randomUUID() }))).toBe("slot_unavailable");
    expect(outcomeOf(await book({ start_at: MIDNIGHT, hold_id }))).toBe(201);
    expect(outcomeOf(await book({ start_at: MIDNIGHT, hold_id }))).toBe("slot_unavailable");
    expect(outcomeOf(await deleteHold(hold_id))).toBe("not_found");
    await expectConsistentSlots(table);
  });

  it("costs the same two round trips as one without", async () => {
    const { id: hold_id } = (await hold()).body;
    expect(await recordStoreCalls(() => book({ hold_id }))).toEqual(["BatchGet", "Query", "TransactWrite"]);
  });

  it("is an ordinary booking if the hold is another firm's", async () => {
    const other = await createBookingFixture(table);
    const { attorney_id, start_at, duration_min } = bookingBody(other);
    const body = { attorney_id, start_at, duration_min };
    const { id: hold_id } = (await call(createHold, { key: other.key, body })).body;
    expect(outcomeOf(await book({ hold_id, start_at: atMinute(400) }))).toBe(201);
  });

  it("works within the second by which clocks may differ, also when another instance deleted the expired hold", async () => {
    const late = (await hold({ start_at: atMinute(0), seconds: 30 })).body.id;
    const cleaned = (await hold({ start_at: atMinute(100), seconds: 30 })).body.id;
    const now = Date.now();
    fakeDate(now + 30_000);
    expect(outcomeOf(await book({ hold_id: late, start_at: atMinute(0) }))).toBe(201);
    fakeDate(now + 40_000);
    expect(outcomeOf(await book({ start_at: atMinute(200) }))).toBe(201);
    fakeDate(now);
    expect(outcomeOf(await book({ hold_id: cleaned, start_at: atMinute(100) }))).toBe(201);
    await expectConsistentSlots(table);
  });
});

describe("a reschedule with hold_id", () => {
  it("moves the consultation to the held slot and releases its own", async () => {
    const { id: other } = await newAttorney();
    const { id } = (await book()).body;
    const { id: hold_id } = (await hold({ attorney_id: other, start_at: MIDNIGHT })).body;
    const moved = await patch(id, { hold_id, attorney_id: other, start_at: MIDNIGHT });
    expect([moved.status, moved.body.attorney_id, moved.body.start_at]).toEqual([200, other, MIDNIGHT]);
    expect(outcomeOf(await deleteHold(hold_id))).toBe("not_found");
    expect(outcomeOf(await book())).toBe(201);
    await expectConsistentSlots(table);
  });

  it("moves it to a held slot that overlaps its own", async () => {
    const { id } = (await book({ start_at: atMinute(0), duration_min: 30 })).body;
    const { id: hold_id } = (await hold({ start_at: atMinute(30), duration_min: 30 })).body;
    expect(outcomeOf(await patch(id, { start_at: atMinute(15) }))).toBe("slot_unavailable");
    expect(outcomeOf(await patch(id, { start_at: atMinute(30), hold_id }))).toBe(200);
    await expectConsistentSlots(table);
  });
});
