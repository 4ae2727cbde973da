import { createHmac, randomUUID } from "node:crypto";
import { newChange } from "../../../shared/api/change.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { newReceipt } from "../../../shared/sources/inbound-delivery.rules.ts";
import { decideIngestion, ingestionReads } from "../../../shared/sources/ingest-delivery.ts";
import type { Source } from "../../../shared/sources/source.rules.ts";
import { newIngestionKey, putSource } from "../../../shared/sources/source.store.ts";
import { commit } from "../../../shared/table/commit.ts";
import { readRecords } from "../../../shared/table/read-records.ts";
import { FIRST_ATTEMPT } from "../../../shared/table/retry.ts";
import { addKey } from "../../support/firms.ts";
import { type Scenario, scenariosOf, type World } from "../world.ts";

const GRACE = { firstName: "Grace", lastName: "Hopper", email: "grace@example.com", case_type: "family" };

export const sourceScenarios = async (world: World): Promise<Scenario[]> => {
  const { id } = await storeSource(world);
  const delivery_id = await ingest(world, id, { ...GRACE, externalId: "known" });
  for (let n = 0; n < 50; n++) await ingest(world, id, GRACE);
  const rejecting = await storeSource(world);
  for (let n = 0; n < 10; n++) await ingest(world, rejecting.id, {});
  const spam = await storeSource(world);
  const rejected = async () => ({ params: { id: spam.id, deliveryId: await ingest(world, spam.id, {}) } });
  const replay = { since: "2026-11-01T00:00:00Z", outcome: "rejected" };
  const params = { id };
  const newForm = () => ({ key: randomUUID(), name: "Form", mapping: { email: "contact.email" } });
  const anotherMapping = () => ({ params, body: { mapping: { email: randomUUID() } } });
  const newSource = async () => ({ params: { id: (await storeSource(world)).id } });
  return [
    ...(await ingestions(world, id)),
    ...scenariosOf(world, [
      ["list-sources", "", 1, () => ({})],
      ["get-source", "", 1, () => ({ params })],
      ["create-source", "", 2, () => ({ body: newForm() })],
      ["update-source", "mapping", 2, anotherMapping],
      ["rotate-source-key", "", 2, newSource],
      ["preview-inbound-delivery", "a stored delivery", 3, () => ({ params, body: { delivery_id } })],
      ["list-inbound-deliveries", "page of 50", 1, () => ({ params }), { inParallel: true }],
      [
        "list-inbound-deliveries",
        "rejected ones among 51",
        1,
        () => ({ params, query: { outcome: "rejected" } }),
        { inParallel: true },
      ],
      [
        "replay-inbound-delivery",
        "a duplicate",
        4,
        () => ({ params: { ...params, deliveryId: delivery_id } }),
      ],
      ["dismiss-inbound-delivery", "", 2, rejected],
      // Each delivery takes two calls, because a replay reads first. Two more serve all of them.
      [
        "replay-inbound-deliveries",
        "10 rejected deliveries",
        22,
        () => ({ params: { id: rejecting.id }, body: replay }),
      ],
    ]),
  ];
};

const SIGNATURE = {
  header: "X-Signature",
  algorithm: "sha256",
  encoding: "hex",
  prefix: "",
  secret: "secret",
} as const;

/** Returns deliveries of a source, and of two that take only some deliveries. */
const ingestions = async (world: World, id: string): Promise<Scenario[]> => {
  const ignoring = await storeSource(world, { acceptWhen: [{ path: "event", equals: "lead" }] });
  const signing = await storeSource(world, { signature: SIGNATURE });
  const by = (sourceId: string, status = 201) => ({
    status,
    key: () => addKey(world.table, world.firmId, { kind: "ingestion", scopes: [], sourceId }),
  });
  const withNewId = () => ({ body: { ...GRACE, externalId: randomUUID() } });
  const again = async (changes: object) => {
    const externalId = randomUUID();
    await ingest(world, id, { ...GRACE, externalId });
    return { body: { ...GRACE, ...changes, externalId } };
  };
  const body = JSON.stringify(GRACE);
  const headers = { "x-signature": createHmac("sha256", SIGNATURE.secret).update(body).digest("hex") };
  return scenariosOf(world, [
    ["create-lead", "a delivery", 1, withNewId, by(id)],
    ["create-lead", "a delivery without external id", 1, () => ({ body: GRACE }), by(id)],
    ["create-lead", "a duplicate delivery", 3, () => again({}), by(id, 200)],
    ["create-lead", "a delivery that changes a lead", 3, () => again({ lastName: "Murray" }), by(id, 200)],
    ["create-lead", "a rejected delivery", 1, () => ({ body: {} }), by(id, 422)],
    ["create-lead", "an ignored delivery", 1, () => ({ body: GRACE }), by(ignoring.id, 200)],
    ["create-lead", "a signed delivery", 1, () => ({ body, headers }), by(signing.id)],
  ]);
};

export const storeSource = async (
  { table, firmId }: World,
  changes: Partial<Source> = {},
): Promise<Source> => {
  const fields = {
    id: newRecordId(Date.now()),
    key: randomUUID(),
    name: "Form",
    mapping: {},
    jsonFields: [],
    invalidData: "reject" as const,
    acceptWhen: [],
    testWhen: [],
    signature: null,
    bodySecret: null,
    allowedOrigins: [],
    redirectUrl: null,
    errorRedirectUrl: null,
    rejectedAnswer: "error" as const,
    booking: null,
    enabled: true,
    requestsPerMinute: LIMITS.requestsPerMinuteDefault,
    ...changes,
  };
  const ingestionKey = newIngestionKey(firmId, fields, Date.now());
  const source = { ...fields, defaultAssigneeId: null, keys: [ingestionKey.entry], version: 1 };
  await commit(table, putSource(firmId, source, ingestionKey));
  return source;
};

/** Ingests a delivery and returns its id. */
const ingest = async ({ table, firmId }: World, sourceId: string, body: unknown): Promise<string> => {
  const nowMilliseconds = Date.now();
  const received = { id: newRecordId(nowMilliseconds), body: Buffer.from(JSON.stringify(body)), headers: {} };
  const delivery = {
    firmId,
    sourceId,
    newId: received.id,
    nowMilliseconds,
    change: newChange({ actor: { type: "source", id: sourceId }, nowMilliseconds }),
    receiptFor: (source: Source) => newReceipt(received, source),
    replayed: null,
  };
  const records = await readRecords(table, ingestionReads(firmId, sourceId, FIRST_ATTEMPT));
  const { writes = [] } = await decideIngestion(records, delivery, (refs) => readRecords(table, refs));
  await commit(table, writes);
  return received.id;
};
