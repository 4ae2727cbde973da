import { createHmac } from "node:crypto";
import { describe, expect, it } from "@jest/globals";
import { handler as previewDelivery } from "../../../functions/sources/preview-inbound-delivery.ts";
import { handler as updateSource } from "../../../functions/sources/update-source.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { jsonBody, multipartBody, urlencodedBody } from "../../support/form-bodies.ts";
import { deliverBytes, GRACE, listInboundDeliveries } from "../../support/ingestion.ts";
import { readLeads } from "../../support/leads.ts";
import { SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import type { TestSource } from "../../support/sources.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useSource } from "../../support/use-source.ts";

const SECRET = "webhook-secret";
const SIGNATURE = { header: "X-Signature", prefix: "sha256=", secret: SECRET };

const table = useTable();
const firm = useFirm(table);

const sign = (bytes: Buffer, secret = SECRET) => ({
  "x-signature": `sha256=${createHmac("sha256", secret).update(bytes).digest("hex")}`,
});

const lastDelivery = async ({ id }: TestSource) => (await listInboundDeliveries(firm.apiKey, id))[0];

const change = async ({ id }: TestSource, body: unknown) => {
  expect((await firm.send(updateSource, { params: { id }, body })).status).toBe(200);
  advanceDate(SETTINGS_CACHE_MILLISECONDS);
};

const FORM = { ...GRACE, message: "für Ada" };

describe("a source with a signature", () => {
  const source = useSource(firm, () => ({ signature: SIGNATURE }));

  it.each([jsonBody(FORM), urlencodedBody(FORM), multipartBody(FORM)])(
    "creates a lead from a signed body: $contentType",
    async (body) => {
      const { status } = await deliverBytes(source.secret, body, sign(body.bytes));
      expect(status).toBe(201);
      const delivery = await lastDelivery(source);
      expect(delivery.signature).toBe(sign(body.bytes)["x-signature"]);
    },
  );

  it.each<[string, Record<string, string>]>([
    ["no signature", {}],
    ["a signature with another secret", sign(jsonBody(GRACE).bytes, "other")],
    ["the signature of another body", sign(Buffer.from("{}"))],
  ])("rejects and keeps a delivery with %s", async (_, headers) => {
    const { status, body } = await source.deliver(GRACE, headers);
    expect([status, body.error.code]).toEqual([401, "invalid_signature"]);
    expect(body.error.details).toEqual([{ field: "X-Signature", message: expect.any(String) }]);
    expect(await readLeads(table, firm.firmId)).toEqual([]);
    expect(await lastDelivery(source)).toMatchObject({
      outcome: "rejected",
      lead_id: null,
      error: { code: "invalid_signature", details: body.error.details },
      body: JSON.stringify(GRACE),
      signature: headers["x-signature"] ?? null,
    });
  });

  it.each(["Constructor", "__proto__"])("reads the header %s like any other", async (header) => {
    await change(source, { signature: { header, secret: SECRET } });
    const missing = await source.deliver();
    expect([missing.status, missing.body.error.code]).toEqual([401, "invalid_signature"]);
    expect(await lastDelivery(source)).toMatchObject({ outcome: "rejected", signature: null });
    const digest = createHmac("sha256", SECRET).update(jsonBody(GRACE).bytes).digest("hex");
    expect((await source.deliver(GRACE, { [header.toLowerCase()]: digest })).status).toBe(201);
  });

  it("checks the signature before the conditions and the form of the body", async () => {
    await change(source, { accept_when: [{ path: "type", equals: "lead" }] });
    expect((await source.deliver(GRACE)).status).toBe(401);
    expect((await source.deliver("{")).status).toBe(401);
    const signed = await source.deliver(GRACE, sign(jsonBody(GRACE).bytes));
    expect(signed.body).toEqual({ status: "ignored" });
  });

  it("accepts a replay by the stored signature once it has the sender's secret", async () => {
    const { bytes } = jsonBody(GRACE);
    await source.deliver(GRACE, sign(bytes, "corrected"));
    await source.deliver({ ...GRACE, externalId: "forged" }, sign(bytes, "forged"));
    const [forged, rejected] = await source.listDeliveries();
    const early = await source.replay(rejected.id);
    expect(early.body.outcome).toBe("rejected");
    await change(source, { signature: { ...SIGNATURE, secret: "corrected" } });
    expect((await source.replay(rejected.id)).body.outcome).toBe("created");
    expect((await source.replay(early.body.id)).body.outcome).toBe("duplicate");
    expect((await source.replay(forged.id)).body).toMatchObject({
      outcome: "rejected",
      error: { code: "invalid_signature" },
    });
    expect(await readLeads(table, firm.firmId)).toHaveLength(1);
  });

  it("checks the signature of a stored delivery in a preview", async () => {
    const preview = async () => {
      const body = { delivery_id: (await lastDelivery(source)).id };
      return (await firm.send(previewDelivery, { params: { id: source.id }, body })).body;
    };
    await source.deliver();
    expect(await preview()).toMatchObject({ outcome: "rejected", violations: [{ field: "X-Signature" }] });
    await source.deliver(GRACE, sign(jsonBody(GRACE).bytes));
    expect(await preview()).toMatchObject({ outcome: "duplicate", violations: [] });
  });
});

describe("a source with a secret in the body", () => {
  const source = useSource(firm, () => ({ body_secret: { path: "auth.key", value: SECRET } }));

  it("creates a lead from a delivery that has it", async () => {
    expect((await source.deliver({ ...GRACE, auth: { key: SECRET } })).status).toBe(201);
  });

  it("rejects and keeps any other delivery, which a replay accepts once the secret is right", async () => {
    const { status, body } = await source.deliver({ ...GRACE, auth: { key: "corrected" } });
    expect([status, body.error.code]).toEqual([401, "invalid_signature"]);
    expect(body.error.details).toEqual([{ field: "auth.key", message: expect.any(String) }]);
    await change(source, { body_secret: { path: "auth.key", value: "corrected" } });
    const { id } = await lastDelivery(source);
    expect((await source.replay(id)).body.outcome).toBe("created");
  });

  it("checks it in a preview, which receives what the sender posts", async () => {
    const preview = async (payload: unknown) =>
      (await firm.send(previewDelivery, { params: { id: source.id }, body: { payload } })).body.outcome;
    expect(await preview(GRACE)).toBe("rejected");
    expect(await preview({ ...GRACE, auth: { key: SECRET } })).toBe("created");
  });
});
