import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as listDeliveries } from "../../../functions/sources/list-inbound-deliveries.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { page } from "../../../shared/contract/schema/fields.ts";
import { LIMITS } from "../../../shared/contract/schema/limits.ts";
import { inboundDelivery } from "../../../shared/contract/sources.ts";
import { newRecordId } from "../../../shared/runtime/new-record-id.ts";
import { inboundDeliveryToItem } from "../../../shared/storage/sources/inbound-delivery-item.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import {
  deliver,
  GRACE,
  listInboundDeliveries,
  putItems,
  readLeads,
  readSourceItems,
  replayInboundDelivery,
} from "../../support/ingestion.ts";
import { createTestSource, type TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const DAYS_30 = 30 * 24 * 3_600_000;
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

const list = (query: Record<string, string> = {}, by = key, id = source.id) =>
  call(listDeliveries, { key: by, params: { id }, query });
const setMapping = (mapping: unknown) =>
  call(updateSource, { key, params: { id: source.id }, body: { mapping } });
const laterBy = (milliseconds: number) => fakeDate(Date.now() + milliseconds);
const firstId = async () => (await listInboundDeliveries(key, source.id)).at(-1).id as string;
const again = (id: string) => replayInboundDelivery(key, source.id, id);

describe("GET /api/sources/{id}/deliveries", () => {
  it("lists every delivery, newest first, with what came of it", async () => {
    await deliver(source.secret);
    await deliver(source.secret);
    await deliver(source.secret, { ...GRACE, lastName: "Murray" });
    await deliver(source.secret, "{");
    const { body } = await list();
    expect(page(inboundDelivery()).parse(body)).toEqual(body);
    const outcomes = body.data.map(({ outcome }: { outcome: string }) => outcome);
    expect(outcomes).toEqual(["rejected", "updated", "duplicate", "created"]);
    expect(body.next_cursor).toBeNull();
    for (const outcome of outcomes)
      expect(await listInboundDeliveries(key, source.id, { outcome })).toHaveLength(1);
    expect(await listInboundDeliveries(key, source.id, { outcome: "lost" })).toEqual([]);
  });

  it.each<Record<string, string>>([{}, { outcome: "rejected" }])(
    "is walked page by page, under %j",
    async (filters) => {
      for (let n = 0; n < 5; n++) await deliver(source.secret, { n });
      await deliver(source.secret);
      const all = await listInboundDeliveries(key, source.id, filters);
      const walked = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const { body } = await list({ limit: "2", ...filters, ...(cursor && { cursor }) });
        expect(body.data.length).toBeLessThanOrEqual(2);
        walked.push(...body.data);
        cursor = body.next_cursor;
      }
      expect(walked).toEqual(all);
      expect(all).toHaveLength("outcome" in filters ? 5 : 6);
    },
  );

  it("refuses a cursor of another source or filter", async () => {
    for (let n = 0; n < 3; n++) await deliver(source.secret, { n });
    const cursor = (await list({ limit: "1" })).body.next_cursor;
    const other = await createTestSource(key);
    expect((await list({ cursor })).status).toBe(200);
    expect((await list({ cursor, outcome: "rejected" })).status).toBe(422);
    expect((await list({ cursor }, key, other.id)).status).toBe(422);
  });

  it("shows no other source's, and no other firm's at all", async () => {
    await deliver(source.secret);
    const other = await createTestSource(key);
    expect(await listInboundDeliveries(key, other.id)).toEqual([]);
    const foreign = (await newFirm(table)).apiKey;
    expect((await list({}, foreign)).status).toBe(404);
    expect((await list({}, key, randomUUID())).status).toBe(404);
  });

  it("shows them for 30 days, and marks them to be deleted then", async () => {
    await deliver(source.secret);
    const [stored] = await readSourceItems(table, firm.firmId, source.id);
    const inSeconds = Number(stored?.expiresAtEpochSeconds) - Date.now() / 1000;
    expect(Math.abs(inSeconds - DAYS_30 / 1000)).toBeLessThan(60);
    const id = await firstId();
    laterBy(DAYS_30 - 60_000);
    expect(await listInboundDeliveries(key, source.id)).toHaveLength(1);
    laterBy(60_000);
    expect(await listInboundDeliveries(key, source.id)).toEqual([]);
    expect((await again(id)).status).toBe(404);
    expect((await deliver(source.secret)).body.status).toBe("duplicate");
  });

  it("ends a page of large bodies early, and none is left out", async () => {
    const items = Array.from({ length: 30 }, () => {
      const body = Buffer.alloc(LIMITS.deliveryBodyBytes, '"');
      return inboundDeliveryToItem(firm.firmId, source.id, {
        id: newRecordId(Date.now()),
        body,
        bodyBytes: body.length,
        replayOf: null,
        outcome: "created",
        leadId: randomUUID(),
        externalId: null,
        error: null,
      });
    });
    await putItems(table, items);
    const seen = new Set<string>();
    let cursor: string | null = "";
    while (cursor !== null) {
      const { body } = await list({ limit: "200", ...(cursor && { cursor }) });
      expect(JSON.stringify(body).length).toBeLessThan(4 * 1024 * 1024);
      for (const { id } of body.data) seen.add(id);
      cursor = body.next_cursor;
    }
    expect(seen.size).toBe(30);
  });
});

describe("POST /api/sources/{id}/deliveries/{deliveryId}/replay", () => {
  const MISNAMED = { ...GRACE, lastName: undefined, surname: "Hopper" };

  it("makes the lead after the mapping was put right, and says so", async () => {
    await deliver(source.secret, MISNAMED);
    const id = await firstId();
    expect(await again(id)).toMatchObject({ status: 202, body: { outcome: "rejected", replay_of: id } });
    await setMapping({ last_name: "surname" });
    const response = await again(id);
    expect(response.status).toBe(202);
    expect(inboundDelivery().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({
      outcome: "created",
      replay_of: id,
      external_id: "42",
      body: JSON.stringify(MISNAMED),
    });
    const lead = await call(getLead, { key, params: { id: response.body.lead_id } });
    expect(lead.body).toMatchObject({ last_name: "Hopper", source: source.key });
    expect((await listInboundDeliveries(key, source.id))[0]).toEqual(response.body);
    expect((await deliver(source.secret, MISNAMED)).body).toMatchObject({
      status: "duplicate",
      leadId: response.body.lead_id,
    });
  });

  it.each([undefined, "42"])(
    "makes one lead, however often and at once (external id %j)",
    async (externalId) => {
      await deliver(source.secret, { ...MISNAMED, externalId });
      const id = await firstId();
      await setMapping({ last_name: "surname" });
      const responses = await Promise.all(Array.from({ length: 10 }, () => again(id)));
      responses.push(await again(responses[0]?.body.id));
      expect(new Set(responses.map(({ body }) => body.lead_id)).size).toBe(1);
      expect(responses.map(({ body }) => body.outcome).sort()).toEqual([
        "created",
        ...Array(10).fill("duplicate"),
      ]);
      expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    },
  );

  it.each([undefined, "42"])(
    "of one that made a lead changes that lead (external id %j)",
    async (externalId) => {
      const { body } = await deliver(source.secret, { ...GRACE, externalId, note: "Fell" });
      const id = await firstId();
      const expected = { lead_id: body.leadId, replay_of: id };
      expect((await again(id)).body).toMatchObject({ ...expected, outcome: "duplicate" });
      await setMapping({ "data.summary": "note" });
      expect((await again(id)).body).toMatchObject({ ...expected, outcome: "updated" });
      expect((await again(id)).body).toMatchObject({ ...expected, outcome: "duplicate" });
      const lead = await call(getLead, { key, params: { id: body.leadId } });
      expect(lead.body.data).toEqual({ case_type: "Family", summary: "Fell" });
      expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    },
  );

  it("by a mapping that finds an external id only now keeps the lead there is, under that id", async () => {
    const sent = { ...GRACE, externalId: undefined, no: 7 };
    const { body } = await deliver(source.secret, sent);
    const id = await firstId();
    await setMapping({ external_id: "no" });
    expect((await again(id)).body).toMatchObject({
      outcome: "duplicate",
      lead_id: body.leadId,
      external_id: "7",
    });
    expect(
      (await call(createLead, { key: source.secret, body: { ...sent, phone: "ask" } })).body.leadId,
    ).toBe(body.leadId);
  });

  it("takes what was too large to be sent, if it was kept as a whole", async () => {
    await deliver(source.secret, { ...GRACE, other: "x".repeat(LIMITS.bodyBytes) });
    expect((await again(await firstId())).body.outcome).toBe("created");
    const larger = await createTestSource(key);
    await deliver(larger.secret, { ...GRACE, other: "x".repeat(LIMITS.deliveryBodyBytes) });
    const [kept] = await listInboundDeliveries(key, larger.id);
    expect((await replayInboundDelivery(key, larger.id, kept.id)).body).toMatchObject({
      outcome: "rejected",
      error: { code: "payload_too_large" },
    });
  });

  it("knows no delivery of another source or firm", async () => {
    await deliver(source.secret);
    const id = await firstId();
    const other = await createTestSource(key);
    const foreign = await newFirm(table);
    const foreignSource = await createTestSource(foreign.apiKey);
    expect((await replayInboundDelivery(key, other.id, id)).status).toBe(404);
    expect((await replayInboundDelivery(foreign.apiKey, source.id, id)).status).toBe(404);
    expect((await replayInboundDelivery(foreign.apiKey, foreignSource.id, id)).status).toBe(404);
    expect((await again(randomUUID())).status).toBe(404);
    expect((await again("x")).status).toBe(404);
  });
});
