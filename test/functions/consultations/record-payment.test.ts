import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as noShowHandler } from "../../../functions/consultations/mark-no-show.ts";
import { handler as paymentHandler } from "../../../functions/consultations/record-payment.ts";
import { expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { call } from "../../support/http-call.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

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
const WRITES = ["TransactWrite"];

describe("POST /api/consultations/{id}/payment", () => {
  it.each([
    [{ paid: true }, { paid: true, amount: null }],
    [{ amount: 150.5 }, { paid: false, amount: 150.5 }],
    [
      { paid: true, amount: 0 },
      { paid: true, amount: 0 },
    ],
    [
      { paid: true, amount: Number.MAX_SAFE_INTEGER, status: "canceled", start_at: "tomorrow" },
      { paid: true, amount: Number.MAX_SAFE_INTEGER },
    ],
  ])("%j changes only what is sent", async (body, fields) => {
    const response = await pay(body);
    expect([response.status, response.body]).toEqual([200, { ...booked, ...fields }]);
    expect(await get()).toEqual(response.body);
  });

  it("removes an amount with null", async () => {
    await pay({ paid: true, amount: 150 });
    expect((await pay({ amount: null })).body).toEqual({ ...booked, paid: true });
  });

  it.each([
    ["rescheduled", () => patch(params.id, { duration_min: 30 })],
    ["canceled", () => patch(params.id, { status: "canceled" })],
    ["completed", () => send(completeHandler, { params })],
    ["no-show", () => send(noShowHandler, { params })],
  ])("works when the consultation is %s, and leaves its status and slot", async (status, change) => {
    const { body: before } = await change();
    const { body } = await pay({ paid: true });
    expect(body).toEqual({ ...before, status, paid: true });
    await expectConsistentSlots(table);
  });

  it.each([
    ["paid", { paid: true, amount: 5 }, { paid: true }],
    ["the amount", { paid: true, amount: 5 }, { amount: 5 }],
    ["both", { paid: true, amount: 5 }, { paid: true, amount: 5 }],
    ["the amount but for the sign of zero", { amount: 0 }, '{"amount":-0}'],
  ])("writes nothing when %s is so already", async (_, before, body) => {
    await pay(before);
    const stored = await get();
    const calls = await recordStoreCalls(async () => {
      expect((await pay(body)).body).toEqual(stored);
    });
    expect(calls.filter((name) => WRITES.includes(name))).toEqual([]);
  });

  it.each<[unknown, string[]]>([
    [{}, ["body"]],
    [{ outcome: "won" }, ["body"]],
    [{ paid: "yes", amount: -1 }, ["paid", "amount"]],
    [{ amount: 2 ** 53 }, ["amount"]],
    [{ amount: 1e-200 }, ["amount"]],
  ])("rejects %j, naming %j, and changes nothing", async (body, fields) => {
    const response = await pay(body);
    expect([response.status, violationFields(response)]).toEqual([422, fields]);
    expect(await get()).toEqual(booked);
  });

  it("says how large an amount may be", async () => {
    const { error } = (await pay({ amount: 2 ** 53 })).body;
    expect(error.details).toEqual([{ field: "amount", message: "must be between 0 and 9007199254740991" }]);
  });
});
