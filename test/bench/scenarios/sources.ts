import { createHmac, randomUUID } from "node:crypto";
import { LIMITS } from "../../../shared/api/schema/limits.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { newReceipt } from "../../../shared/sources/inbound-delivery.rules.ts";
import { ingestLead } from "../../../shared/sources/ingest-lead.ts";
import type { Source } from "../../../shared/sources/source.rules.ts";
import { newIngestionKey, putSource } from "../../../shared/sources/source.store.ts";
import { commit } from "../../../shared/table/commit.ts";
import { addKey } from "../../support/firms.ts";
import type { Scenario, World } from "../world.ts";

const GRACE = { firstName: "Grace", lastName: "Hopper", email: "grace@example.com", case_type: "family" };

export const sourceScenarios = async (world: World): Promise<Scenario[]> => {
  const source = await storeSource(world);
  const duplicateId = await ingest(world, source, { ...GRACE, externalId: "known" });
  for (let n = 0; n < 50; n++) await ingest(world, source, GRACE);
  const sourceParams = { params: { id: source.id } };
  return [
    ...ingestions(world, source),
    await ignoredDelivery(world),
    await signedDelivery(world),
    await replayOfTen(world),
    { world, endpoint: "list-sources", label: "", status: 200, maxRoundTrips: 1, call: () => ({}) },
    { world, endpoint: "get-source", label: "", status: 200, maxRoundTrips: 1, call: () => sourceParams },
    {
      world,
      endpoint: "create-source",
      label: "",
      status: 201,
      maxRoundTrips: 2,
      call: () => ({ body: { key: randomUUID(), name: "Form", mapping: { email: "contact.email" } } }),
    },
    {
      world,
      endpoint: "update-source",
      label: "mapping",
      status: 200,
      maxRoundTrips: 2,
      call: () => ({ ...sourceParams, body: { mapping: { email: randomUUID() } } }),
    },
    {
      world,
      endpoint: "rotate-source-key",
      label: "",
      status: 200,
      maxRoundTrips: 2,
      call: async () => ({ params: { id: (await storeSource(world)).id } }),
    },
    {
      world,
      endpoint: "preview-inbound-delivery",
      label: "a stored delivery",
      status: 200,
      maxRoundTrips: 3,
      call: () => ({ ...sourceParams, body: { delivery_id: duplicateId } }),
    },
    {
      world,
      endpoint: "list-inbound-deliveries",
      label: "page of 50",
      status: 200,
      maxRoundTrips: 1,
      call: () => sourceParams,
    },
    {
      world,
      endpoint: "list-inbound-deliveries",
      label: "rejected ones among 51",
      status: 200,
      maxRoundTrips: 1,
      call: () => ({ ...sourceParams, query: { outcome: "rejected" } }),
    },
    {
      world,
      endpoint: "replay-inbound-delivery",
      label: "a duplicate",
      status: 202,
      maxRoundTrips: 4,
      call: () => ({ params: { id: source.id, deliveryId: duplicateId } }),
    },
  ];
};

const ingestions = (world: World, source: Source): Scenario[] => {
  const ingestion = {
    world,
    endpoint: "create-lead",
    key: () => addKey(world.table, world.firmId, { kind: "ingestion", scopes: [], sourceId: source.id }),
  };
  const ingestNewId = async () => {
    const externalId = randomUUID();
    await ingest(world, source, { ...GRACE, externalId });
    return externalId;
  };
  return [
    {
      ...ingestion,
      label: "a delivery",
      status: 201,
      maxRoundTrips: 1,
      call: () => ({ body: { ...GRACE, externalId: randomUUID() } }),
    },
    {
      ...ingestion,
      label: "a delivery without external id",
      status: 201,
      maxRoundTrips: 1,
      call: () => ({ body: GRACE }),
    },
    {
      ...ingestion,
      label: "a duplicate delivery",
      status: 200,
      maxRoundTrips: 3,
      call: async () => ({ body: { ...GRACE, externalId: await ingestNewId() } }),
    },
    {
      ...ingestion,
      label: "a delivery that changes a lead",
      status: 200,
      maxRoundTrips: 3,
      call: async () => ({ body: { ...GRACE, lastName: "Murray", externalId: await ingestNewId() } }),
    },
    { ...ingestion, label: "a rejected delivery", status: 422, maxRoundTrips: 1, call: () => ({ body: {} }) },
  ];
};

const ignoredDelivery = async (world: World): Promise<Scenario> => {
  const { id: sourceId } = await storeSource(world, { acceptWhen: [{ path: "event", equals: "lead" }] });
  return {
    world,
    endpoint: "create-lead",
    key: () => addKey(world.table, world.firmId, { kind: "ingestion", scopes: [], sourceId }),
    label: "an ignored delivery",
    status: 200,
    maxRoundTrips: 1,
    call: () => ({ body: GRACE }),
  };
};

const signedDelivery = async (world: World): Promise<Scenario> => {
  const signature = { header: "X-Signature", algorithm: "sha256", encoding: "hex", prefix: "" } as const;
  const { id: sourceId } = await storeSource(world, { signature: { ...signature, secret: "secret" } });
  const body = JSON.stringify(GRACE);
  const headers = { "x-signature": createHmac("sha256", "secret").update(body).digest("hex") };
  return {
    world,
    endpoint: "create-lead",
    key: () => addKey(world.table, world.firmId, { kind: "ingestion", scopes: [], sourceId }),
    label: "a signed delivery",
    status: 201,
    maxRoundTrips: 1,
    call: () => ({ body, headers }),
  };
};

/** Two calls for each delivery, since a replay reads first, and two for all of them. */
const replayOfTen = async (world: World): Promise<Scenario> => {
  const source = await storeSource(world);
  for (let n = 0; n < 10; n++) await ingest(world, source, {});
  return {
    world,
    endpoint: "replay-inbound-deliveries",
    label: "10 rejected deliveries",
    status: 200,
    maxRoundTrips: 22,
    call: () => ({
      params: { id: source.id },
      body: { since: "2026-11-01T00:00:00Z", outcome: "rejected" },
    }),
  };
};

const storeSource = async ({ table, firmId }: World, changes: Partial<Source> = {}): Promise<Source> => {
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
const ingest = async ({ table, firmId }: World, { id: sourceId }: Source, body: unknown): Promise<string> => {
  const received = { id: newRecordId(Date.now()), body: Buffer.from(JSON.stringify(body)), headers: {} };
  const ingestion = {
    firmId,
    actor: { type: "source" as const, id: sourceId },
    sourceId,
    receiptFor: (source: Source) => newReceipt(received, source),
    nowMilliseconds: Date.now(),
  };
  const { delivery } = await ingestLead(table, ingestion);
  return delivery.id;
};
