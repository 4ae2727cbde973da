import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as archive } from "../../../functions/consultations/archive-consultation.ts";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as listHandler } from "../../../functions/consultations/list-consultations.ts";
import { handler as noShowHandler } from "../../../functions/consultations/mark-no-show.ts";
import { handler as paymentHandler } from "../../../functions/consultations/record-payment.ts";
import { handler as unarchive } from "../../../functions/consultations/unarchive-consultation.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { atMinute, expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { createBookingFixture } from "../../support/consultations.ts";
import { call } from "../../support/http-call.ts";
import { idInOrder } from "../../support/ids-in-order.ts";
import { putItems } from "../../support/put-items.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book, patch, send } = useBookingFixture(table);
const DATA = { place: "Office", follow_up: "2055-04-01", notes: "Brings the file.", fee: 150, remote: false };
let id: string;
beforeEach(async () => {
  id = (await book({ data: DATA, paid: true, amount: 150 })).body.id;
});

const post = (handler: Parameters<typeof call>[0], body?: unknown) => send(handler, { params: { id }, body });
const get = async (of = id) => (await send(getHandler, { params: { id: of } })).body;
const listedIds = async (query: Record<string, string>): Promise<string[]> => {
  const { body } = await send(listHandler, { query: { limit: "200", ...query } });
  return body.data.map((each: { id: string }) => each.id);
};

it.each([
  ["a payment", () => post(paymentHandler, { amount: 150.5 }), { amount: 150.5 }],
  [
    "a completion",
    () => post(completeHandler, { outcome: " won ", data: { fee: null } }),
    { status: "completed", outcome: "won", data: { ...DATA, fee: undefined } },
  ],
  ["a completion without a body", () => post(completeHandler), { status: "completed", outcome: null }],
  ["a no-show", () => post(noShowHandler), { status: "no-show" }],
  ["an archiving", () => post(archive), { archived: true }],
])(
  "%s changes only what it is for, which is stored and shown, and the slots match",
  async (_, change, changes) => {
    const before = await get();
    const { status, body } = await change();
    expect([status, body]).toEqual([200, { ...before, ...changes }]);
    expect(await get(id.toUpperCase())).toEqual(body);
    await expectConsistentSlots(table);
  },
);

it("a no-show frees its slot, and is final", async () => {
  await post(noShowHandler);
  expect((await book()).status).toBe(201);
  expect((await post(completeHandler)).status).toBe(404);
});

describe("an archived consultation", () => {
  beforeEach(async () => {
    await post(archive);
  });

  it("is only in the list of archived consultations until it is restored", async () => {
    const [attorney, lead] = [fixture.attorney.id, fixture.leadId];
    const lists = async () => [
      (await listedIds({})).includes(id),
      (await listedIds({ attorney })).includes(id),
      (await listedIds({ lead })).includes(id),
      (await listedIds({ archived: "true" })).includes(id),
      (await listedIds({ archived: "true", attorney, lead })).includes(id),
      (await listedIds({ archived: "true", lead: attorney })).includes(id),
    ];
    expect(await lists()).toEqual([false, false, false, true, true, false]);
    await post(unarchive);
    expect(await lists()).toEqual([true, true, true, false, false, false]);
  });

  it("can be rescheduled, paid and completed, and stays archived", async () => {
    const responses = [
      await patch(id, { duration_min: 30 }),
      await post(paymentHandler, { amount: 175 }),
      await post(completeHandler, { outcome: "won" }),
    ];
    expect(responses.map(({ status, body }) => [status, body.archived])).toEqual(Array(3).fill([200, true]));
    const archivedOnly = { archived: "true", lead: fixture.leadId };
    expect([await listedIds(archivedOnly), await listedIds({})]).toMatchObject([
      expect.arrayContaining([id]),
      expect.not.arrayContaining([id]),
    ]);
  });
});

it("a list takes one query however many archived consultations are newer", async () => {
  const own = await createBookingFixture(table);
  const consultations = Array.from({ length: 12 }, (_, hour) =>
    newConsultation({
      ...{
        id: idInOrder(hour),
        leadId: own.leadId,
        attorneyId: own.attorney.id,
        startAt: atMinute(60 * hour),
      },
      archived: hour > 1,
    }),
  );
  await putItems(table, bookedItems(own.firmId, consultations));
  const filters: Record<string, string>[] = [{}, { attorney: own.attorney.id }, { lead: own.leadId }];
  for (const filter of filters) {
    const calls = await recordStoreCalls(async () => {
      const { body } = await call(listHandler, { key: own.key, query: { limit: "1", ...filter } });
      expect(body.data.map((each: { id: string }) => each.id)).toEqual([consultations[1]?.id]);
    });
    expect(calls).toEqual(["Query"]);
  }
});
