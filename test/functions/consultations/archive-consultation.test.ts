import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as archive } from "../../../functions/consultations/archive-consultation.ts";
import { handler as bookHandler } from "../../../functions/consultations/book-consultation.ts";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as listHandler } from "../../../functions/consultations/list-consultations.ts";
import { handler as paymentHandler } from "../../../functions/consultations/record-payment.ts";
import { handler as unarchive } from "../../../functions/consultations/unarchive-consultation.ts";
import { atMinute, expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { bookingBody, createBookingFixture } from "../../support/consultations.ts";
import { call } from "../../support/http-call.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

type Handler = Parameters<typeof call>[0];

const table = useTable();
const { fixture, book, patch, send } = useBookingFixture(table);
let id: string;
beforeEach(async () => {
  id = (await book({ data: { notes: "Brings the file." }, paid: true, amount: 150 })).body.id;
});

const post = (handler: Handler, body?: unknown, headers?: Record<string, string>) =>
  send(handler, { params: { id }, body, headers });
const get = async () => (await post(getHandler)).body;
const listedIds = async (query: Record<string, string>) => {
  const { body } = await send(listHandler, { query: { limit: "200", ...query } });
  return body.data.map((each: { id: string }) => each.id);
};

describe.each([
  { name: "archive", handler: archive, archived: true },
  { name: "unarchive", handler: unarchive, archived: false },
])("POST /api/consultations/{id}/$name", ({ handler, archived }) => {
  beforeEach(async () => {
    if (!archived) await post(archive);
  });

  it("changes only `archived`", async () => {
    const before = await get();
    const response = await post(handler);
    expect([response.status, response.body]).toEqual([200, { ...before, archived }]);
    expect(await get()).toEqual(response.body);
  });

  it("returns the consultation and writes nothing when repeated", async () => {
    const first = await post(handler);
    const calls = await recordStoreCalls(async () => {
      expect(await post(handler)).toMatchObject({ status: 200, body: first.body });
    });
    expect(calls).toEqual(["Get"]);
  });
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

  it("keeps its slot until it is canceled", async () => {
    expect((await book()).body.error.code).toBe("slot_unavailable");
    await expectConsistentSlots(table);
    expect((await patch(id, { status: "canceled" })).body).toMatchObject({
      archived: true,
      status: "canceled",
    });
    expect((await book()).status).toBe(201);
    await expectConsistentSlots(table);
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
  const ids: string[] = [];
  for (let hour = 0; hour < 12; hour++) {
    const body = bookingBody(own, { start_at: atMinute(60 * hour) });
    ids.push((await call(bookHandler, { key: own.key, body })).body.id);
  }
  for (const each of ids.slice(2)) await call(archive, { key: own.key, params: { id: each } });
  const filters: Record<string, string>[] = [{}, { attorney: own.attorney.id }, { lead: own.leadId }];
  for (const filter of filters) {
    const calls = await recordStoreCalls(async () => {
      const query = { limit: "1", ...filter };
      const { body } = await call(listHandler, { key: own.key, query });
      expect(body.data.map((each: { id: string }) => each.id)).toEqual([ids[1]]);
    });
    expect(calls).toEqual(["Query"]);
  }
});
