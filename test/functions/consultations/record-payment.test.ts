import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as paymentHandler } from "../../../functions/consultations/record-payment.ts";
import { expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { call } from "../../support/http-call.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book, patch, send } = useBookingFixture(table);
let booked: Record<string, unknown>;
let params: { id: string };
beforeEach(async () => {
  booked = (await book()).body;
  params = { id: String(booked.id) };
});

const pay = (body: unknown, key = fixture.key) => call(paymentHandler, { key, params, body });
const get = async () => (await send(getHandler, { params })).body;

describe("POST /api/consultations/{id}/payment", () => {
  it("changes only what is sent", async () => {
    const response = await pay({ amount: 150.5, status: "canceled" });
    expect([response.status, response.body]).toEqual([200, { ...booked, amount: 150.5 }]);
    expect(await get()).toEqual(response.body);
  });

  it.each([
    ["rescheduled", () => patch(params.id, { duration_min: 30 })],
    ["canceled", () => patch(params.id, { status: "canceled" })],
  ])("keeps the status and slot of a consultation that is %s", async (status, change) => {
    const { body: before } = await change();
    const { body } = await pay({ paid: true });
    expect(body).toEqual({ ...before, status, paid: true });
    await expectConsistentSlots(table);
  });

  it("writes nothing when nothing changes", async () => {
    await pay({ paid: true });
    const calls = await recordStoreCalls(() => pay({ paid: true }));
    expect(calls).not.toContain("TransactWrite");
  });

  it("states the largest amount when it refuses a larger one", async () => {
    const { error } = (await pay({ amount: 2 ** 53 })).body;
    expect(error.details).toEqual([{ field: "amount", message: "must be between 0 and 9007199254740991" }]);
  });
});
