import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as createSource } from "../../functions/sources/create-source.ts";
import { handler as getSource } from "../../functions/sources/get-source.ts";
import { handler as replayDelivery } from "../../functions/sources/replay-inbound-delivery.ts";
import { handler as rotateSourceKey } from "../../functions/sources/rotate-source-key.ts";
import { handler as updateSource } from "../../functions/sources/update-source.ts";
import { createFirm } from "../../shared/firm/create-firm.ts";
import { settingsRecord } from "../../shared/firm/firm.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { connectTable } from "../../shared/table/table.ts";
import type { ApiRequest, ApiResponse } from "../support/http-call.ts";
import { deliver, GRACE } from "../support/ingestion.ts";
import { readKeyCounts } from "../support/keys.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { expectDistinctChanges, testLostAnswers, type WriteOperation } from "../support/lost-answers.ts";
import { createTestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useSource } from "../support/use-source.ts";

const table = useTable({ stream: true });
const store = useLossyStore();
const firm = useFirm(table, beforeAll);
const source = useSource(firm, () => ({}), beforeAll);

const IF_FIRST = { headers: { "if-match": '"1"' } };
let serial = 0;

const ofSource = async (request: ApiRequest): Promise<ApiRequest> => {
  const { id } = await createTestSource(firm.apiKey);
  return { key: firm.apiKey, params: { id }, ...request };
};
const expectSource =
  (version: number, fields: object = {}) =>
  async ({ body }: ApiResponse) => {
    const { body: current } = await firm.send(getSource, { params: { id: body.id } });
    expect(current).toMatchObject({ version, ...fields });
    expect(body).toMatchObject(current);
  };
/** The key of the answer is accepted. */
const expectWorkingKey = async ({ body }: ApiResponse) =>
  expect((await deliver(body.ingestion_key, { ...GRACE, externalId: null })).status).toBe(201);

const SOURCES: readonly WriteOperation[] = [
  [
    "create-source",
    createSource,
    async () => ({ key: firm.apiKey, body: { key: `form-${serial++}`, name: "Form" } }),
    async (response) => {
      await expectSource(1)(response);
      await expectWorkingKey(response);
    },
  ],
  [
    "update-source",
    updateSource,
    () => ofSource({ body: { name: "Other", enabled: false }, ...IF_FIRST }),
    expectSource(2, { name: "Other", enabled: false }),
  ],
  [
    "rotate-source-key",
    rotateSourceKey,
    () => ofSource({ body: {}, ...IF_FIRST }),
    async (response) => {
      await expectSource(2)(response);
      await expectWorkingKey(response);
    },
  ],
];

const newBody = () => ({ ...GRACE, externalId: `external-${serial++}` });
const delivered = async (body: object, again: object): Promise<ApiRequest> => {
  expect((await source.deliver(body)).status).toBe(201);
  return { key: source.secret, body: { ...body, ...again } };
};
const expectOutcome = (status: string, revision: number) => async (response: ApiResponse) => {
  expect(response.body.status).toBe(status);
  expect(await firm.storedLead(response.body.leadId)).toMatchObject({ revision });
  await expectOneDelivery(status, response.body.externalId);
};
/** The delivery is stored once. */
const expectOneDelivery = async (outcome: string, externalId: string) => {
  const deliveries = await source.listDeliveries({ limit: "200" });
  const matching = deliveries.filter((each) => each.external_id === externalId && each.outcome === outcome);
  expect(matching).toHaveLength(1);
};

const INGESTION: readonly WriteOperation[] = [
  [
    "a delivery, created",
    createLead,
    async () => ({ key: source.secret, body: newBody() }),
    expectOutcome("created", 1),
  ],
  [
    "a delivery, updated",
    createLead,
    () => delivered(newBody(), { lastName: "Murray" }),
    expectOutcome("updated", 2),
    200,
  ],
  ["a delivery, duplicate", createLead, () => delivered(newBody(), {}), expectOutcome("duplicate", 1), 200],
  [
    "a replay",
    replayDelivery,
    async () => {
      await source.deliver(newBody());
      const [{ id: deliveryId }] = await source.listDeliveries();
      return { key: firm.apiKey, params: { id: source.id, deliveryId } };
    },
    async ({ body }, { params }) => {
      const deliveries = await source.listDeliveries({ limit: "200" });
      const replays = deliveries.filter((each) => each.replay_of === params?.deliveryId);
      expect(replays).toEqual([body]);
    },
  ],
];

describe("the answer is true and the records are changed once", () => {
  testLostAnswers(store, [...SOURCES, ...INGESTION]);

  it.each([1, 2])("a rejected delivery is kept once, when %d answers are lost", async (tries) => {
    const rejectedDeliveries = () => source.listDeliveries({ outcome: "rejected" });
    const before = await rejectedDeliveries();
    store.loseAnswers(1, tries);
    expect((await source.deliver({ lastName: "Hopper" })).status).toBe(422);
    expect(await rejectedDeliveries()).toHaveLength(before.length + 1);
  });

  it.each([1, 2])("a firm is created once, when %d answers are lost", async (tries) => {
    store.loseAnswers(1, tries);
    const lossyTable = connectTable();
    const settings = { name: "Law", timeZone: "UTC", defaultCountry: "US", nowMilliseconds: Date.now() };
    const { firmId } = await createFirm(lossyTable, settings);
    expect(store.writeCount()).toBe(1);
    expect(await readRecord(table, settingsRecord(firmId))).toMatchObject({ name: "Law", version: 1 });
    expect(await readKeyCounts(table, firmId)).toEqual([1, 1]);
  });

  it("and every change of a lead is in the stream once", () => expectDistinctChanges(table));
});
