import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { inboundDelivery } from "../../../shared/contract/inbound-deliveries.ts";
import { LIMITS } from "../../../shared/contract/schema/limits.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import {
  deliver,
  GRACE,
  listInboundDeliveries,
  readLeads,
  replayInboundDelivery,
} from "../../support/ingestion.ts";
import { createTestSource, type TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let firm: Awaited<ReturnType<typeof newFirm>>;
let key: string;
let source: TestSource;
beforeEach(async () => {
  firm = await newFirm(table);
  key = firm.apiKey;
  source = await createTestSource(key);
});
afterEach(() => {
  jest.useRealTimers();
});

const setMapping = (mapping: unknown) =>
  call(updateSource, { key, params: { id: source.id }, body: { mapping } });
const firstId = async () => (await listInboundDeliveries(key, source.id)).at(-1).id as string;
const replay = (id: string) => replayInboundDelivery(key, source.id, id);

describe("POST /api/sources/{id}/deliveries/{deliveryId}/replay", () => {
  const UNMAPPED = { ...GRACE, lastName: undefined, surname: "Hopper" };

  it("creates the lead after the mapping was corrected", async () => {
    await deliver(source.secret, UNMAPPED);
    const id = await firstId();
    expect(await replay(id)).toMatchObject({ status: 202, body: { outcome: "rejected", replay_of: id } });
    await setMapping({ last_name: "surname" });
    const response = await replay(id);
    expect(response.status).toBe(202);
    expect(inboundDelivery().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({
      outcome: "created",
      replay_of: id,
      external_id: "42",
      body: JSON.stringify(UNMAPPED),
    });
    const lead = await call(getLead, { key, params: { id: response.body.lead_id } });
    expect(lead.body).toMatchObject({ last_name: "Hopper", source: source.key });
    expect((await listInboundDeliveries(key, source.id))[0]).toEqual(response.body);
    expect((await deliver(source.secret, UNMAPPED)).body).toMatchObject({
      status: "duplicate",
      leadId: response.body.lead_id,
    });
  });

  it.each([undefined, "42"])(
    "creates one lead for repeated and concurrent replays (external id %j)",
    async (externalId) => {
      await deliver(source.secret, { ...UNMAPPED, externalId });
      const id = await firstId();
      await setMapping({ last_name: "surname" });
      const responses = await Promise.all(Array.from({ length: 10 }, () => replay(id)));
      responses.push(await replay(responses[0]?.body.id));
      expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1);
      expect(responses.map(({ body }) => body.outcome).sort()).toEqual([
        "created",
        ...Array(10).fill("duplicate"),
      ]);
      expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    },
  );

  it.each([undefined, "42"])(
    "updates the lead that the delivery created (external id %j)",
    async (externalId) => {
      const { body } = await deliver(source.secret, { ...GRACE, externalId, note: "Fell" });
      const id = await firstId();
      const expected = { lead_id: body.leadId, replay_of: id };
      expect((await replay(id)).body).toMatchObject({ ...expected, outcome: "duplicate" });
      await setMapping({ "data.summary": "note" });
      expect((await replay(id)).body).toMatchObject({ ...expected, outcome: "updated" });
      expect((await replay(id)).body).toMatchObject({ ...expected, outcome: "duplicate" });
      const lead = await call(getLead, { key, params: { id: body.leadId } });
      expect(lead.body.data).toEqual({ case_type: "Family", summary: "Fell" });
      expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    },
  );

  it("keeps the existing lead under an external id that only the new mapping finds", async () => {
    const sent = { ...GRACE, externalId: undefined, no: 7 };
    const { body } = await deliver(source.secret, sent);
    const id = await firstId();
    await setMapping({ external_id: "no" });
    expect((await replay(id)).body).toMatchObject({
      outcome: "duplicate",
      lead_id: body.leadId,
      external_id: "7",
    });
    expect(
      (await call(createLead, { key: source.secret, body: { ...sent, phone: "ask" } })).body.leadId,
    ).toBe(body.leadId);
  });

  it.each([
    ["finds", { last_name: "surname", external_id: "none" }, { last_name: "surname" }],
    ["no longer finds", { last_name: "surname" }, { last_name: "surname", external_id: "none" }],
    ["finds elsewhere", { last_name: "surname" }, { last_name: "surname", external_id: "email" }],
  ])("creates no second lead when the next mapping %s the external id", async (_, first, second) => {
    await setMapping({ external_id: "none" });
    await deliver(source.secret, UNMAPPED);
    const id = await firstId();
    await setMapping(first);
    const created = await replay(id);
    await setMapping(second);
    const replayed = await replay(id);
    expect([created.body.outcome, replayed.body.outcome]).toEqual(["created", "duplicate"]);
    expect(replayed.body.lead_id).toBe(created.body.lead_id);
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it("accepts a body above the request limit if it was stored whole", async () => {
    await deliver(source.secret, { ...GRACE, other: "x".repeat(LIMITS.bodyBytes) });
    expect((await replay(await firstId())).body.outcome).toBe("created");
    const larger = await createTestSource(key);
    await deliver(larger.secret, { ...GRACE, other: "x".repeat(LIMITS.deliveryBodyBytes) });
    const [kept] = await listInboundDeliveries(key, larger.id);
    expect((await replayInboundDelivery(key, larger.id, kept.id)).body).toMatchObject({
      outcome: "rejected",
      error: { code: "payload_too_large" },
    });
  });

  it("responds 404 for a delivery of another source or firm", async () => {
    await deliver(source.secret);
    const id = await firstId();
    const other = await createTestSource(key);
    const foreign = await newFirm(table);
    const foreignSource = await createTestSource(foreign.apiKey);
    expect((await replayInboundDelivery(key, other.id, id)).status).toBe(404);
    expect((await replayInboundDelivery(foreign.apiKey, source.id, id)).status).toBe(404);
    expect((await replayInboundDelivery(foreign.apiKey, foreignSource.id, id)).status).toBe(404);
    expect((await replay(randomUUID())).status).toBe(404);
    expect((await replay("x")).status).toBe(404);
  });
});
