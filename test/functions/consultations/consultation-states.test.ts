import { beforeEach, expect, it } from "@jest/globals";
import { handler as archive } from "../../../functions/consultations/archive-consultation.ts";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as listHandler } from "../../../functions/consultations/list-consultations.ts";
import { handler as noShowHandler } from "../../../functions/consultations/mark-no-show.ts";
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
const { fixture, book, send } = useBookingFixture(table);
let id: string;
beforeEach(async () => {
  id = (await book()).body.id;
});

const post = (handler: Parameters<typeof call>[0]) => send(handler, { params: { id } });
const get = async (of = id) => (await send(getHandler, { params: { id: of } })).body;
const listedIds = async (query: Record<string, string>): Promise<string[]> => {
  const { body } = await send(listHandler, { query: { limit: "200", ...query } });
  return body.data.map((each: { id: string }) => each.id);
};

it("a no-show frees its slot, a completion without a body keeps it, and both are final", async () => {
  expect((await post(noShowHandler)).body.status).toBe("no-show");
  expect(await get(id.toUpperCase())).toMatchObject({ id, status: "no-show" });
  expect((await post(completeHandler)).status).toBe(404);
  id = (await book()).body.id;
  expect((await post(completeHandler)).body).toMatchObject({ status: "completed", outcome: null });
  expect((await post(noShowHandler)).status).toBe(404);
  await expectConsistentSlots(table);
});

it("an archived consultation is only in the list of archived ones until it is restored", async () => {
  await post(archive);
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
