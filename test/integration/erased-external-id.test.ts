import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as updateSource } from "../../functions/sources/update-source.ts";
import { captureLog } from "../support/capture-log.ts";
import {
  type ErasureFirm,
  eventPublisher,
  newErasureFirm,
  PERSON,
  personalItems,
  personBody,
  runErasure,
} from "../support/erasure-fixture.ts";
import { jsonBody } from "../support/form-bodies.ts";
import { call } from "../support/http-call.ts";
import { deliver, deliverBytes, listInboundDeliveries, replayInboundDelivery } from "../support/ingestion.ts";
import { createTestSource, type TestSource } from "../support/sources.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });

const SIGNATURE = { header: "x-sign", algorithm: "sha256", encoding: "hex", prefix: "", secret: "s3cret" };
const SETTINGS = {
  accept_when: [{ path: "event", equals: "lead" }],
  test_when: [{ path: "mode", equals: "test" }],
  signature: SIGNATURE,
  json_fields: ["raw"],
};
const PERSON_BODY = { ...personBody({ externalId: "ext-1" }), event: "lead" };

let firm: ErasureFirm;
let source: TestSource;
let leadId: string;
beforeEach(async () => {
  captureLog();
  firm = await newErasureFirm(table);
  source = await createTestSource(firm.apiKey, SETTINGS);
});

const personalItemsOfFirm = async () =>
  (await personalItems(table)).filter((text) => text.includes(firm.firmId));

const send = (json: unknown, headers: Record<string, string> = {}) => {
  const body = jsonBody(json);
  const sign = createHmac("sha256", SIGNATURE.secret).update(body.bytes).digest("hex");
  return deliverBytes(source.secret, body, { "x-sign": sign, ...headers });
};

/** Creates the lead of the external id and erases it. */
const eraseLead = async () => {
  ({ leadId } = (await send(PERSON_BODY)).body);
  const { publish } = eventPublisher(table, [firm]);
  await runErasure(table, { firmId: firm.firmId, leadId }, publish);
  expect(await personalItemsOfFirm()).toEqual([]);
};

const lastDelivery = async () => (await listInboundDeliveries(firm.apiKey, source.id))[0];

const NOTHING_KEPT = { body: "", user_agent: null, signature: null, external_id: null };

describe("a delivery with the external id of an erased lead leaves no data of the person when it is", () => {
  it.each([
    { title: "invalid", outcome: "rejected", status: 422, body: { email: PERSON.lastName } },
    {
      title: "not signed although the source requires it",
      outcome: "rejected",
      status: 401,
      sign: PERSON.lastName,
    },
    { title: "too large", outcome: "rejected", status: 413, body: { padding: "x".repeat(70_000) } },
    { title: "sent beside text that is no JSON", outcome: "rejected", status: 422, body: { raw: "{" } },
    { title: "not accepted", outcome: "ignored", status: 200, body: { event: "other" } },
    { title: "a test", outcome: "test", status: 200, body: { mode: "test" } },
    { title: "valid", outcome: "ignored", status: 200 },
  ])("$title", async ({ outcome, status, body, sign }) => {
    await eraseLead();
    const headers = { "user-agent": PERSON.firstName, ...(sign && { "x-sign": sign }) };
    const response = await send({ ...PERSON_BODY, ...body }, headers);
    expect(response.status).toBe(status);
    expect(await lastDelivery()).toMatchObject({ ...NOTHING_KEPT, outcome, lead_id: leadId });
    expect(await personalItemsOfFirm()).toEqual([]);
  });
});

describe("the sender of a delivery with the external id of an erased lead", () => {
  it("learns what is invalid, as before the erasure", async () => {
    await eraseLead();
    const { body } = await send({ ...PERSON_BODY, email: "nobody" });
    const message = "must be an email address (looked at email; unused: event)";
    expect(body.error.details).toEqual([{ field: "email", message }]);
    expect((await lastDelivery()).error).toEqual({
      code: "invalid_request",
      message: "Erased.",
      details: null,
    });
  });
});

describe("a replay that finds the external id of an erased lead", () => {
  it.each([
    ["rejected", { Ref: "ext-1", email: "nobody", event: "lead" }],
    ["ignored", { Ref: "ext-1", event: "other" }],
    ["test", { Ref: "ext-1", event: "lead", mode: "test" }],
  ])("stores no copy of the delivery when it is %s", async (outcome, body) => {
    await eraseLead();
    await send({ ...body, note: "before the mapping knew the external id" });
    const { id } = await lastDelivery();
    const params = { id: source.id };
    await call(updateSource, { key: firm.apiKey, params, body: { mapping: { external_id: "Ref" } } });
    const replay = await replayInboundDelivery(firm.apiKey, source.id, id);
    expect(replay.body).toMatchObject({ ...NOTHING_KEPT, outcome, lead_id: leadId, replay_of: id });
    expect(await lastDelivery()).toMatchObject({ ...NOTHING_KEPT, outcome, lead_id: leadId });
  });
});

describe("a delivery with another external id", () => {
  it("is kept whole", async () => {
    await eraseLead();
    await send({ externalId: "ext-2", event: "other" });
    expect(await lastDelivery()).toMatchObject({ outcome: "ignored", lead_id: null });
    expect((await lastDelivery()).body).toContain("ext-2");
    await deliver(source.secret, "[");
    expect(await lastDelivery()).toMatchObject({ outcome: "rejected", lead_id: null });
  });
});
