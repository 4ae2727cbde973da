import { describe, expect, it, jest } from "@jest/globals";
import { handler as archiveLead } from "../../../functions/leads/archive-lead.ts";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { LIMITS } from "../../../shared/schema/limits.ts";
import { captureLog } from "../../support/capture-log.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { ALMOST_OVER, call } from "../../support/http-call.ts";
import { deliver, GRACE, listInboundDeliveries, readSourceItems } from "../../support/ingestion.ts";
import { ADA, readLeads } from "../../support/leads.ts";
import { changeSetting, SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { createTestSource } from "../../support/sources.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { transactionCanceled } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

const readLead = async (id: string) => (await firm.send(getLead, { params: { id } })).body;
const patch = (id: string, body: unknown) => firm.send(updateLead, { params: { id }, body });

describe("an inbound delivery", () => {
  it("creates a normalized lead in the first open stage", async () => {
    const response = await source.deliver();
    expect(response.status).toBe(201);
    expect(response.body).toEqual({ status: "created", leadId: expect.any(String), externalId: "42" });
    expect(await readLead(response.body.leadId)).toMatchObject({
      first_name: "Grace",
      last_name: "Hopper",
      email: "grace@example.com",
      phone: "+12125550123",
      source: source.key,
      status: { key: "new", name: "New" },
      assignee_id: null,
      archived: false,
      data: { case_type: "Family" },
    });
    expect(await source.lastDelivery()).toMatchObject({
      outcome: "created",
      lead_id: response.body.leadId,
      external_id: "42",
      error: null,
      replay_of: null,
      body: JSON.stringify(GRACE),
      body_encoding: "utf8",
      body_bytes: JSON.stringify(GRACE).length,
    });
  });

  it("without an external id creates a lead each time", async () => {
    for (const externalId of [undefined, null, "", "  "]) {
      const response = await source.deliver({ ...GRACE, externalId });
      expect([response.status, response.body.status, response.body.externalId]).toEqual([
        201,
        "created",
        null,
      ]);
    }
    expect(await readLeads(table, firm.firmId)).toHaveLength(4);
  });

  it("is assigned to the default assignee if active, and otherwise to nobody", async () => {
    const member = await firm.addMember();
    const assigned = await createTestSource(firm.apiKey, { default_assignee_id: member.id });
    const first = await deliver(assigned.secret, GRACE);
    expect((await readLead(first.body.leadId)).assignee_id).toBe(member.id);
    const left = await firm.addMember();
    const orphaned = await createTestSource(firm.apiKey, { default_assignee_id: left.id });
    await firm.addMember({ id: left.id, active: false });
    const second = await deliver(orphaned.secret, GRACE);
    expect([second.status, (await readLead(second.body.leadId)).assignee_id]).toEqual([201, null]);
  });

  it.each([42, " 42 ", "😀".repeat(255), "a#b/c\nd", "42.0", "EXTERNAL#42", "é", "e\u0301", "__proto__"])(
    "may have any text or number as its external id: %j",
    async (externalId) => {
      const { body } = await source.deliver({ ...GRACE, externalId });
      expect(body).toMatchObject({ status: "created", externalId: String(externalId).trim() });
      expect((await source.deliver({ ...GRACE, externalId })).body).toEqual({
        ...body,
        status: "duplicate",
      });
      expect(await readLeads(table, firm.firmId)).toHaveLength(1);
    },
  );

  it("is not deduplicated across sources or firms", async () => {
    const { body } = await source.deliver();
    const other = await createTestSource(firm.apiKey);
    const foreign = await createTestSource((await newFirm(table)).apiKey, { key: source.key });
    for (const { secret } of [other, foreign]) {
      const response = await deliver(secret);
      expect([response.status, response.body.status]).toEqual([201, "created"]);
      expect(response.body.leadId).not.toBe(body.leadId);
    }
    expect(await readLeads(table, firm.firmId)).toHaveLength(2);
  });

  it("ignores Idempotency-Key and Intake-Version", async () => {
    const headers = { "idempotency-key": "not visible ascii ", "intake-version": "latest" };
    const first = await source.deliver(GRACE, headers);
    const second = await source.deliver({ ...GRACE, externalId: "43" }, headers);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.leadId).not.toBe(first.body.leadId);
  });
});

describe("a repeated delivery", () => {
  it("is a duplicate and does not overwrite changes made by the firm", async () => {
    const { body } = await source.deliver();
    await patch(body.leadId, { first_name: "Amazing", data: { case_type: null } });
    const before = await firm.storedLead(body.leadId);
    const again = await source.deliver({ other: "unmapped", ...GRACE });
    expect([again.status, again.body]).toEqual([200, { ...body, status: "duplicate" }]);
    expect(await firm.storedLead(body.leadId)).toEqual(before);
    expect(await source.lastDelivery()).toMatchObject({ outcome: "duplicate", lead_id: body.leadId });
  });
});

describe("a late retry", () => {
  const version = (n: number) => ({ ...GRACE, firstName: `Grace ${n}` });

  it("of one of the last eight versions does not revert the lead", async () => {
    for (let n = 0; n < LIMITS.rememberedDeliveries; n++) await source.deliver(version(n));
    for (let n = 0; n < LIMITS.rememberedDeliveries; n++) {
      const { status, body } = await source.deliver(version(n));
      expect([status, body.status]).toEqual([200, "duplicate"]);
    }
    expect(await readLeads(table, firm.firmId)).toMatchObject([
      { firstName: `Grace ${LIMITS.rememberedDeliveries - 1}` },
    ]);
  });
});

describe("a delivery with other values and a known external id", () => {
  it("updates the lead with all values that are not blank, but not its stage, assignee or archived state", async () => {
    const { body } = await source.deliver({ ...GRACE, summary: "Fell", value: 7 });
    await patch(body.leadId, { status: "qualified", assignee_id: firm.attorney.id });
    await firm.send(archiveLead, { params: { id: body.leadId } });
    const response = await source.deliver({
      externalId: "42",
      firstName: " ",
      lastName: "Murray",
      email: "",
      phone: null,
      summary: "Slipped",
      urgent: "yes",
    });
    expect([response.status, response.body]).toEqual([200, { ...body, status: "updated" }]);
    expect(await readLead(body.leadId)).toMatchObject({
      first_name: "Grace",
      last_name: "Murray",
      email: "grace@example.com",
      phone: "+12125550123",
      status: { key: "qualified" },
      assignee_id: firm.attorney.id,
      archived: true,
      data: { case_type: "Family", summary: "Slipped", value: 7, urgent: true },
    });
    expect(await firm.storedLead(body.leadId)).toMatchObject({ revision: 4 });
    expect((await source.deliver()).body.status).toBe("updated");
    expect((await readLead(body.leadId)).last_name).toBe("Hopper");
  });

  it("is a duplicate when it changes nothing, also when repeated", async () => {
    const { body } = await source.deliver();
    const less = { externalId: "42", firstName: "Grace" };
    expect((await source.deliver(less)).body).toEqual({ ...body, status: "duplicate" });
    expect(await firm.storedLead(body.leadId)).toMatchObject({ revision: 1 });
    await patch(body.leadId, { first_name: "Amazing" });
    expect((await source.deliver(less)).body.status).toBe("duplicate");
    expect((await readLead(body.leadId)).first_name).toBe("Amazing");
  });

  it("is validated: an invalid value answers 422 and changes nothing", async () => {
    const { body } = await source.deliver();
    const response = await source.deliver({
      externalId: "42",
      lastName: "Murray",
      email: "no address",
    });
    expect([response.status, violationFields(response)]).toEqual([422, ["first_name", "email"]]);
    expect((await readLead(body.leadId)).last_name).toBe("Hopper");
  });

  it("updates the lead although the firm no longer has an open stage", async () => {
    const { body } = await source.deliver();
    await changeSetting(table, firm.firmId, "stages", []);
    fakeDate(Date.now() + SETTINGS_CACHE_MILLISECONDS);
    const newLead = await source.deliver({ ...GRACE, externalId: "43" });
    const response = await source.deliver({ ...GRACE, lastName: "Murray" });
    expect(newLead.status).toBe(409);
    expect(response.body).toEqual({ ...body, status: "updated" });
  });

  it("cannot grow the lead's data beyond the limit", async () => {
    const keys = Array.from({ length: 17 }, (_, index) => `text_${index}`);
    const leadFields = keys.map((key) => ({ key, label: "", type: "text" as const, options: [] }));
    const wide = await newFirm(table, { leadFields });
    const { secret } = await createTestSource(wide.apiKey);
    const texts = (part: string[]) =>
      Object.fromEntries(part.map((key) => [key, "x".repeat(LIMITS.dataTextCharacters)]));
    expect((await deliver(secret, { ...GRACE, ...texts(keys.slice(0, 9)) })).status).toBe(201);
    const response = await deliver(secret, { externalId: "42", ...texts(keys.slice(9)) });
    expect([response.status, response.body.error.details[0].field]).toEqual([422, "data"]);
  });
});

describe("a rejected delivery is stored and returned as an error:", () => {
  it.each<[string, unknown, number, string[] | null]>([
    ["nothing", "", 422, ["first_name", "last_name", "email"]],
    ["invalid JSON", '{"firstName":', 422, ["body"]],
    [
      "a numeric id beyond the safe integers",
      JSON.stringify(GRACE).replace('"42"', "9007199254740993"),
      422,
      ["external_id"],
    ],
    ["a large body", { ...GRACE, other: "x".repeat(LIMITS.bodyBytes) }, 413, null],
  ])("%s", async (_, body, status, fields) => {
    const response = await source.deliver(body);
    const code = status === 413 ? "payload_too_large" : "invalid_request";
    const fieldNames = response.body.error.details?.map(({ field }: { field: string }) => field) ?? null;
    expect([response.status, response.body.error.code, fieldNames]).toEqual([status, code, fields]);
    const { message, details } = response.body.error;
    expect(await source.lastDelivery()).toMatchObject({
      outcome: "rejected",
      lead_id: null,
      error: { code, message, details },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    expect(await readLeads(table, firm.firmId)).toHaveLength(0);
  });

  it("no open stage", async () => {
    const closed = await newFirm(table);
    await changeSetting(table, closed.firmId, "stages", []);
    const { id, secret } = await createTestSource(closed.apiKey);
    const response = await deliver(secret);
    expect([response.status, response.body.error.code]).toEqual([409, "no_open_stage"]);
    const [delivery] = await listInboundDeliveries(closed.apiKey, id);
    expect(delivery).toMatchObject({ outcome: "rejected", error: { code: "no_open_stage", details: null } });
  });

  it("one byte more than the size limit", async () => {
    const room = LIMITS.bodyBytes - JSON.stringify({ ...GRACE, other: "" }).length;
    const statuses = [];
    for (const length of [room, room + 1])
      statuses.push((await source.deliver({ ...GRACE, other: "x".repeat(length) })).status);
    expect(statuses).toEqual([201, 413]);
  });

  it("a body above the storage limit is cut, and binary bodies are base64-encoded", async () => {
    const bytes = Buffer.alloc(LIMITS.deliveryBodyBytes + 1, "x");
    expect((await call(createLead, { key: source.secret, bytes })).status).toBe(413);
    expect(await source.lastDelivery()).toMatchObject({ body_bytes: bytes.length, body_encoding: "utf8" });
    expect((await source.lastDelivery()).body).toHaveLength(LIMITS.deliveryBodyBytes);
    for (const binary of [Buffer.from([0xff, 0xfe]), Buffer.from("a\u0000b")]) {
      expect((await call(createLead, { key: source.secret, bytes: binary })).status).toBe(422);
      expect(await source.lastDelivery()).toMatchObject({
        body: binary.toString("base64"),
        body_encoding: "base64",
      });
    }
  });
});

it("reads the lead of a concurrent delivery, and does not try to create it again", async () => {
  fakeDate(Date.now());
  await source.deliver();
  const calls: string[] = [];
  interceptStoreCalls(async ({ name, send }) => {
    calls.push(name);
    // The first transaction is the creation, which finds the lead.
    if (name === "TransactWrite" && calls.filter((each) => each === name).length === 2)
      throw transactionCanceled("TransactionConflict");
    return send();
  });
  const { body } = await source.deliver({ ...GRACE, lastName: "Murray" });
  expect(body.status).toBe("updated");
  const again = ["Get", "Get", "TransactWrite"];
  expect(calls).toEqual(["TransactWrite", "Get", "TransactWrite", ...again]);
});

it("answers 503 to a delivery that conflicts until its time is over, and stores nothing", async () => {
  const log = captureLog();
  jest.spyOn(Math, "random").mockReturnValue(0);
  interceptStoreCalls(async ({ name, send }) => {
    if (name === "TransactWrite") throw transactionCanceled("TransactionConflict");
    return send();
  });
  const response = await call(createLead, { key: source.secret, body: GRACE }, ALMOST_OVER);
  jest.restoreAllMocks();
  expect([response.status, response.headers["retry-after"]]).toEqual([503, "1"]);
  expect(log.join()).not.toMatch(/grace|hopper/i);
  expect(await readSourceItems(table, firm.firmId, source.id)).toEqual([]);
});

describe("an API key", () => {
  it("creates no delivery, and an ingestion key without a source is rejected", async () => {
    expect((await firm.send(createLead, { body: ADA })).body).toMatchObject({
      first_name: "Ada",
    });
    expect(await source.listDeliveries()).toEqual([]);
    const orphan = await firm.addKey({ kind: "ingestion" });
    const response = await call(createLead, { key: orphan, body: ADA });
    expect([response.status, response.body.error.code]).toEqual([403, "insufficient_scope"]);
  });
});
