import { gzipSync } from "node:zlib";
import { describe, expect, it, jest } from "@jest/globals";
import { handler as createLead } from "../../../functions/leads/create-lead.ts";
import { handler as getLead } from "../../../functions/leads/get-lead.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { LATEST_API_VERSION } from "../../../shared/api/request-headers.ts";
import { externalIdKey } from "../../../shared/table/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { multipartBody, multipartOf, textPart, urlencodedBody } from "../../support/form-bodies.ts";
import { ALMOST_OVER, call } from "../../support/http-call.ts";
import { deliver, deliverBytes, GRACE, readSourceItems } from "../../support/ingestion.ts";
import { ADA, readLeads } from "../../support/leads.ts";
import { putItems } from "../../support/put-items.ts";
import { SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { createTestSource } from "../../support/sources.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { sdkError, transactionCanceled } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const table = useTable();
const firm = useFirm(table);
const source = useSource(firm);

describe("an inbound delivery", () => {
  it("creates a lead once, and is stored with its exact body and headers", async () => {
    const photo = 'Content-Disposition: form-data; name="photo"; filename="a.png"';
    const file = Buffer.from([0xff, 0x00, 0x0d, 0x0a]);
    const texts = Object.entries(GRACE).map(([name, text]) => textPart(name, text));
    const form = multipartOf([...texts, [photo, file]]);
    // A delivery ignores an Idempotency-Key.
    const headers = {
      "user-agent": "Forms/1",
      "idempotency-key": "a b ",
      "intake-version": LATEST_API_VERSION,
    };
    const { status, body } = await deliverBytes(source.secret, form, headers);
    expect([status, body]).toEqual([
      201,
      { status: "created", leadId: expect.any(String), externalId: "42" },
    ]);
    const lead = await firm.send(getLead, { params: { id: body.leadId } });
    expect(lead.body).toMatchObject({ first_name: "Grace", phone: "+12125550123", source: source.key });
    expect(await source.lastDelivery()).toMatchObject({
      ...{ outcome: "created", lead_id: body.leadId, external_id: "42", error: null, replay_of: null },
      ...{ content_type: form.contentType, user_agent: "Forms/1", body_bytes: form.bytes.length },
      ...{ body: form.bytes.toString("base64"), body_encoding: "base64" },
    });
    const again = await deliverBytes(source.secret, form, headers);
    expect([again.status, again.body]).toEqual([200, { ...body, status: "duplicate" }]);
    expect(await source.lastDelivery()).toMatchObject({ outcome: "duplicate", lead_id: body.leadId });
  });

  it("is decoded by its Content-Encoding, and shown so", async () => {
    const text = JSON.stringify(GRACE);
    const coded = (bytes: Buffer, coding = "gzip") =>
      deliverBytes(source.secret, { bytes, contentType: "application/json" }, { "content-encoding": coding });
    expect((await coded(gzipSync(text))).status).toBe(201);
    const shown = { body: text, body_encoding: "utf8", body_bytes: text.length };
    expect(await source.lastDelivery()).toMatchObject(shown);
    expect((await coded(gzipSync(JSON.stringify({ a: " ".repeat(70_000) })))).status).toBe(413);
    const unknown = await coded(Buffer.from(text), "zstd");
    expect([unknown.status, unknown.body.error.message]).toEqual([422, expect.stringContaining("zstd")]);
    expect(await source.lastDelivery()).toMatchObject({ outcome: "rejected", body: text });
  });

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
});

it("a delivery with an unknown API version is refused and not stored", async () => {
  const headers = { "intake-version": "2020-01-01" };
  const { status, body } = await source.deliver(GRACE, headers);
  const details = [{ field: "Intake-Version", message: "must be one of: 2026-11-01" }];
  expect([status, body.error]).toMatchObject([422, { code: "invalid_request", details }]);
  expect(await source.listDeliveries()).toEqual([]);
  expect(await readLeads(table, firm.firmId)).toEqual([]);
});

describe("a rejected delivery", () => {
  it("is stored, and returned as an error unless the source accepts it", async () => {
    const body = { ...GRACE, email: "none", phone: "" };
    const { status, body: answer } = await source.deliver(body);
    expect([status, answer.error]).toMatchObject([
      422,
      { code: "invalid_request", details: [{ field: "email" }] },
    ]);
    const { message, details } = answer.error;
    const error = { code: "invalid_request", message, details };
    expect(await source.lastDelivery()).toMatchObject({ outcome: "rejected", lead_id: null, error });
    await source.replace({ rejected_answer: "accepted" });
    const accepted = await source.deliver(body);
    expect([accepted.status, accepted.body]).toEqual([202, { status: "rejected", details }]);
  });

  it("is accepted once it is stored, whatever the store does afterwards; a wrong key is not", async () => {
    await source.replace({ rejected_answer: "accepted" });
    expect((await deliver("its_wrong", {})).status).toBe(401);
    let isKept = false;
    interceptStoreCalls(({ name, send }) => {
      if (isKept) throw sdkError("ThrottlingException");
      isKept = name === "Put";
      if (isKept) advanceDate(SETTINGS_CACHE_MILLISECONDS);
      return send();
    });
    expect((await source.deliver({})).status).toBe(202);
  });
});

describe("deliveries of one lead at once", () => {
  it("read the lead, and do not try to create it again", async () => {
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

  /** Stores the deduplication record as an earlier release would have written it. */
  const forget = async (changes: object = {}) => {
    const key = externalIdKey(firm.firmId, source.id, "42");
    const items = await readSourceItems(table, firm.firmId, source.id);
    const { pk, sk, lead, delivery, fieldsHash, earlierHashes } = items.find(({ sk }) => sk === key.sk) ?? {};
    await putItems(table, [{ pk, sk, lead, delivery, fieldsHash, earlierHashes, ...changes }]);
  };

  it.each<[string, (leadId: string) => Promise<unknown>, object?]>([
    ["an earlier release writes the record", () => forget({ fieldsHash: "that of another delivery" })],
    ["another instance writes the record", () => source.deliver({ ...GRACE, email: "grace@navy.example" })],
    [
      "a caller changes the lead",
      (id) => firm.send(updateLead, { params: { id }, body: { data: { summary: "Fell" } } }),
      { data: { summary: "Fell" } },
    ],
  ])("are decided again when %s meanwhile", async (_title, write, kept = {}) => {
    const { leadId } = (await source.deliver()).body;
    await forget();
    let transactions = 0;
    interceptStoreCalls(async ({ name, send }) => {
      // The first transaction is the creation, which finds the lead.
      if (name === "TransactWrite" && ++transactions === 2) await write(leadId);
      return send();
    });
    expect((await source.deliver({ ...GRACE, lastName: "Murray" })).body.status).toBe("updated");
    expect(transactions).toBeGreaterThan(2);
    expect(await firm.storedLead(leadId)).toMatchObject({ lastName: "Murray", ...kept });
  });

  it("are answered with 503 when they conflict until the time is over, and nothing is stored", async () => {
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
});

describe("an API key", () => {
  it("creates no delivery, and an ingestion key without a source is rejected", async () => {
    expect((await firm.send(createLead, { body: ADA })).body).toMatchObject({ first_name: "Ada" });
    expect(await source.listDeliveries()).toEqual([]);
    const orphan = await firm.addKey({ kind: "ingestion" });
    const response = await call(createLead, { key: orphan, body: ADA });
    expect([response.status, response.body.error.code]).toEqual([403, "insufficient_scope"]);
  });

  it("sends JSON only", async () => {
    for (const { bytes, contentType } of [urlencodedBody(ADA), multipartBody(ADA)]) {
      const { status, body } = await firm.send(createLead, {
        bytes,
        headers: { "content-type": contentType },
      });
      const details = [{ field: "body", message: "must be well-formed JSON" }];
      expect([status, body.error.details]).toEqual([422, details]);
    }
  });
});
