import { describe, expect, it } from "@jest/globals";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as rotateSecret } from "../../../functions/webhooks/rotate-webhook-secret.ts";
import { requireFound } from "../../../shared/api/app-error.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { webhookWithSecret } from "../../../shared/webhooks/webhook.contract.ts";
import { signingSecrets } from "../../../shared/webhooks/webhook.rules.ts";
import { webhookRecord } from "../../../shared/webhooks/webhook.store.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

const firm = useFirm(table);

const HOUR = 3_600_000;
const get = (id: string, by = firm.apiKey) => call(getWebhook, { key: by, params: { id } });
const rotate = (id: string, by = firm.apiKey) => call(rotateSecret, { key: by, params: { id } });
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
    expect(stored).toMatchObject({
      secret: body.secret,
      previousSecrets: [{ secret: before, untilMilliseconds: expect.any(Number) }],
    });
    expect((await get(id)).body).toEqual({ ...body, secret: undefined });
  });

  it("creates a different secret for each concurrent call", async () => {
    const { id } = await store();
    const responses = await Promise.all(Array.from({ length: 5 }, () => rotate(id)));
    expect(new Set(responses.map(({ body }) => body.secret)).size).toBe(5);
    expect((await get(id)).body.version).toBe(6);
  });

  it("keeps a replaced secret signing for its own 24 hours, however often it is rotated again", async () => {
    const { id, secret } = await store();
    const rotations: string[] = [secret];
    const startedAt = Date.now();
    for (let hour = 0; hour < 4; hour++) {
      fakeDate(startedAt + hour * HOUR);
      rotations.unshift((await rotate(id)).body.secret);
    }
    const stored = requireFound("webhook", await readRecord(table, webhookRecord(firm.firmId, id)));
    const signingAt = (hours: number) => signingSecrets(stored, startedAt + hours * HOUR);
    expect(signingAt(3)).toEqual(rotations);
    expect(signingAt(23.9)).toEqual(rotations);
    expect(signingAt(24.5)).toEqual(rotations.slice(0, 4));
    expect(signingAt(26.5)).toEqual(rotations.slice(0, 2));
    expect(signingAt(27.5)).toEqual(rotations.slice(0, 1));
  });

  it("lets five secrets sign at most", async () => {
    const { id } = await store();
    const rotations: string[] = [];
    for (let count = 0; count < 7; count++) rotations.unshift((await rotate(id)).body.secret);
    const stored = requireFound("webhook", await readRecord(table, webhookRecord(firm.firmId, id)));
    expect(signingSecrets(stored, Date.now())).toEqual(rotations.slice(0, 5));
  });
});
