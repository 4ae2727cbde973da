import { describe, expect, it } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { changeBeforeWrite } from "../../support/changes-between-calls.ts";
import { call } from "../../support/http-call.ts";
import { deliver, GRACE, listInboundDeliveries, replayInboundDelivery } from "../../support/ingestion.ts";
import { readLeads } from "../../support/leads.ts";
import { createTestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

const setMapping = (mapping: unknown) => source.update({ mapping });

describe("POST /api/sources/{id}/deliveries/{deliveryId}/replay", () => {
  const UNMAPPED = { ...GRACE, lastName: undefined, surname: "Hopper" };

  it("creates the lead after the mapping was corrected", async () => {
    await source.deliver(UNMAPPED);
    const id = await source.firstId();
    expect(await source.replay(id)).toMatchObject({
      status: 202,
      body: { outcome: "rejected", replay_of: id },
    });
    await setMapping({ last_name: "surname" });
    const response = await source.replay(id);
    expect(response.status).toBe(202);
    expect(response.body).toMatchObject({
      outcome: "created",
      replay_of: id,
      external_id: "42",
      body: JSON.stringify(UNMAPPED),
    });
    const lead = await firm.send(getLead, { params: { id: response.body.lead_id } });
    expect(lead.body).toMatchObject({ last_name: "Hopper", source: source.key });
    expect(await source.lastDelivery()).toEqual(response.body);
    expect((await source.deliver(UNMAPPED)).body).toMatchObject({
      status: "duplicate",
      leadId: response.body.lead_id,
    });
  });

  it.each([undefined, "42"])(
    "creates one lead for repeated and concurrent replays (external id %j)",
    async (externalId) => {
      await source.deliver({ ...UNMAPPED, externalId });
      const id = await source.firstId();
      await setMapping({ last_name: "surname" });
      const responses = await Promise.all(Array.from({ length: 10 }, () => source.replay(id)));
      responses.push(await source.replay(responses[0]?.body.id));
      expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1);
      expect(responses.map(({ body }) => body.outcome).sort()).toEqual([
        "created",
        ...Array(10).fill("duplicate"),
      ]);
      expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    },
  );

  it("creates one lead while a change of the mapping removes the external id", async () => {
    await source.deliver(UNMAPPED);
    const id = await source.firstId();
    await setMapping({ last_name: "surname" });
    const isChanged = changeBeforeWrite(async () => {
      await setMapping({ last_name: "surname", external_id: "none" });
      expect((await source.replay(id)).body).toMatchObject({ outcome: "created", external_id: null });
    });
    expect((await source.replay(id)).body).toMatchObject({ outcome: "duplicate", external_id: null });
    expect(isChanged()).toBe(true);
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it.each([undefined, "42"])(
    "updates the lead that the delivery created (external id %j)",
    async (externalId) => {
      const { body } = await source.deliver({ ...GRACE, externalId, note: "Fell" });
      const id = await source.firstId();
      const expected = { lead_id: body.leadId, replay_of: id };
      expect((await source.replay(id)).body).toMatchObject({ ...expected, outcome: "duplicate" });
      await setMapping({ "data.summary": "note" });
      expect((await source.replay(id)).body).toMatchObject({ ...expected, outcome: "updated" });
      expect((await source.replay(id)).body).toMatchObject({ ...expected, outcome: "duplicate" });
      const lead = await firm.send(getLead, { params: { id: body.leadId } });
      expect(lead.body.data).toEqual({ case_type: "Family", summary: "Fell" });
      expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    },
  );

  it("keeps the existing lead of an external id that only the new mapping finds", async () => {
    const sent = { ...GRACE, externalId: undefined, no: 7 };
    const { body } = await source.deliver(sent);
    const id = await source.firstId();
    await setMapping({ external_id: "no" });
    expect((await source.replay(id)).body).toMatchObject({
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
    await source.deliver(UNMAPPED);
    const id = await source.firstId();
    await setMapping(first);
    const created = await source.replay(id);
    await setMapping(second);
    const replayed = await source.replay(id);
    expect([created.body.outcome, replayed.body.outcome]).toEqual(["created", "duplicate"]);
    expect(replayed.body.lead_id).toBe(created.body.lead_id);
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it("accepts a body above the request limit if it was stored whole", async () => {
    await source.deliver({ ...GRACE, other: "x".repeat(LIMITS.bodyBytes) });
    expect((await source.replay(await source.firstId())).body.outcome).toBe("created");
    const larger = await createTestSource(firm.apiKey);
    await deliver(larger.secret, { ...GRACE, other: "x".repeat(LIMITS.deliveryBodyBytes) });
    const [kept] = await listInboundDeliveries(firm.apiKey, larger.id);
    expect((await replayInboundDelivery(firm.apiKey, larger.id, kept.id)).body).toMatchObject({
      outcome: "rejected",
      error: { code: "payload_too_large" },
    });
  });

  it("responds 404 for a delivery of another source", async () => {
    await source.deliver();
    const id = await source.firstId();
    const other = await createTestSource(firm.apiKey);
    expect((await replayInboundDelivery(firm.apiKey, other.id, id)).status).toBe(404);
  });
});
