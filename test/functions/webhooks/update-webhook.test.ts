import { describe, expect, it } from "@jest/globals";
import { handler as createWebhook } from "../../../functions/webhooks/create-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as listWebhooks } from "../../../functions/webhooks/list-webhooks.ts";
import { handler as rotateSecret } from "../../../functions/webhooks/rotate-webhook-secret.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { deliverWebhook } from "../../../shared/webhooks/deliver-webhook.ts";
import { webhookRecord } from "../../../shared/webhooks/webhook.store.ts";
import { captureLog } from "../../support/capture-log.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import {
  newDeliveryDependencies,
  readWebhook,
  storePendingDelivery,
} from "../../support/webhook-deliveries.ts";
import { startReceiver, useReceivers } from "../../support/webhook-receivers.ts";
import { captureQueue, storeWebhook } from "../../support/webhooks.ts";

const table = useTable();
const firm = useFirm(table);
useReceivers();

const create = (headers: unknown) =>
  firm.send(createWebhook, { body: { url: "https://hooks.invalid/", events: ["*"], headers } });
const get = (id: string) => firm.send(getWebhook, { params: { id } });
const patch = (id: string, body: unknown, headers?: Record<string, string>) =>
  firm.send(updateWebhook, { params: { id }, body, headers });
const rotate = (id: string) => firm.send(rotateSecret, { params: { id } });
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

const HOUR = 3_600_000;

describe("PATCH /api/webhooks/{id}", () => {
  it("changes only the given fields", async () => {
    const { id } = await store();
    const response = await patch(id, { url: "https://other.invalid/", events: ["lead.archived"] });
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      url: "https://other.invalid/",
      events: ["lead.archived"],
      version: 2,
    });
    expect((await patch(id, { enabled: true, description: "" })).body.version).toBe(2);
    const { warnings, ...shown } = response.body;
    expect(warnings).toEqual([expect.stringContaining("other.invalid")]);
    expect((await get(id)).body).toEqual(shown);
    expect((await patch(id, response.body)).body).toEqual(shown);
  });

  it("keeps concurrent changes of different fields", async () => {
    const { id } = await store();
    const changes = [{ description: "raced" }, { events: ["lead.archived"] }, { enabled: false }];
    const responses = await Promise.all(changes.map((change) => patch(id, change)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await get(id)).body).toMatchObject({
      description: "raced",
      events: ["lead.archived"],
      enabled: false,
    });
  });
});

describe("POST /api/webhooks/{id}/rotate-secret", () => {
  it("creates a new secret, returns it only once, and keeps the previous one for 24 hours", async () => {
    const { id, secret: before } = await store();
    const startedAt = Date.now();
    const { status, body } = await rotate(id);
    expect(status).toBe(200);
    expect(body.secret).not.toBe(before);
    const expiresAt = Date.parse(body.previous_secret_expires_at) - 24 * HOUR;
    expect(expiresAt).toBeGreaterThanOrEqual(startedAt);
    expect(expiresAt).toBeLessThanOrEqual(Date.now());
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
});

describe("an endpoint's headers", () => {
  it("are sent with every request, beside those of the specification", async () => {
    const lines = captureLog();
    captureQueue();
    const { url, received } = await startReceiver();
    const headers = { Authorization: "Bearer letmein", "X-Firm": "Doe & Partners" };
    const webhook = await store({ url, headers });
    const { message, event } = await storePendingDelivery(table, firm.firmId, webhook, Date.now());
    await deliverWebhook(newDeliveryDependencies(table).dependencies, message);
    expect(received[0]?.headers).toMatchObject({
      authorization: "Bearer letmein",
      "x-firm": "Doe & Partners",
      "webhook-id": event.id,
      "intake-endpoint-id": webhook.id,
      "content-type": "application/json",
    });
    expect(lines.join()).not.toContain("letmein");
  });

  it("are shown masked, and a masked value in a PATCH keeps the stored one", async () => {
    const created = await create({ Authorization: "Bearer letmein", "X-Firm": "Doe" });
    expect(created.body.headers).toEqual({ Authorization: "********", "X-Firm": "********" });
    const { id } = created.body;
    const shown = await get(id);
    expect(shown.body.headers).toEqual(created.body.headers);
    expect(JSON.stringify((await firm.send(listWebhooks)).body)).not.toContain("letmein");
    expect((await patch(id, { headers: shown.body.headers })).body.version).toBe(1);
    const changed = await patch(id, { headers: { Authorization: "********", "X-Other": "new" } });
    expect(changed.body).toMatchObject({
      headers: { Authorization: "********", "X-Other": "********" },
      version: 2,
    });
    expect((await readWebhook(table, firm.firmId, { id } as never))?.headers).toEqual({
      Authorization: "Bearer letmein",
      "X-Other": "new",
    });
    expect((await patch(id, { headers: { authorization: "********" } })).status).toBe(200);
    expect((await readWebhook(table, firm.firmId, { id } as never))?.headers).toEqual({
      authorization: "Bearer letmein",
    });
    expect((await patch(id, { headers: {} })).body.headers).toEqual({});
  });
});
