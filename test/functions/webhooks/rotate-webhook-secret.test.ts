import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as rotateSecret } from "../../../functions/webhooks/rotate-webhook-secret.ts";
import { webhookWithSecret } from "../../../shared/contract/webhooks.ts";
import { readRecord } from "../../../shared/storage/dynamodb/read-records.ts";
import { webhookRecord } from "../../../shared/storage/webhooks/webhook-store.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

let firm: Awaited<ReturnType<typeof newFirm>>;
let key: string;
beforeEach(async () => {
  firm = await newFirm(table);
  key = firm.apiKey;
});

const get = (id: string, by = key) => call(getWebhook, { key: by, params: { id } });
const rotate = (id: string, by = key) => call(rotateSecret, { key: by, params: { id } });
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

describe("POST /api/webhooks/{id}/rotate-secret", () => {
  it("creates a new secret, returns it only once, and keeps the previous one for 24 hours", async () => {
    const { id, secret: before } = await store();
    const startedAt = Date.now();
    const { status, body } = await rotate(id);
    expect([status, webhookWithSecret().parse(body)]).toEqual([200, body]);
    expect(body.secret).not.toBe(before);
    const expiresAt = Date.parse(body.previous_secret_expires_at) - 24 * 3_600_000;
    expect(expiresAt).toBeGreaterThanOrEqual(startedAt);
    expect(expiresAt).toBeLessThan(startedAt + 10_000);
    const stored = await readRecord(table, webhookRecord(firm.firmId, id));
    expect(stored).toMatchObject({ secret: body.secret, previousSecret: before });
    expect((await get(id)).body).toEqual({ ...body, secret: undefined });
  });

  it("creates a different secret for each concurrent call", async () => {
    const { id } = await store();
    const responses = await Promise.all(Array.from({ length: 5 }, () => rotate(id)));
    expect(new Set(responses.map(({ body }) => body.secret)).size).toBe(5);
    expect((await get(id)).body.version).toBe(6);
  });
});
