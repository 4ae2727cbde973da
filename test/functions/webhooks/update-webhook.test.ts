import { describe, expect, it } from "@jest/globals";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as rotateSecret } from "../../../functions/webhooks/rotate-webhook-secret.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { deliverWebhook } from "../../../shared/webhooks/deliver-webhook.ts";
import { webhookRecord } from "../../../shared/webhooks/webhook.store.ts";
import { captureLog } from "../../support/capture-log.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { newDeliveryDependencies, storePendingDelivery } from "../../support/webhook-deliveries.ts";
import { startReceiver, useReceivers } from "../../support/webhook-receivers.ts";
import { captureQueue, storeWebhook } from "../../support/webhooks.ts";

const table = useTable();
const firm = useFirm(table);
useReceivers();

const get = (id: string) => firm.send(getWebhook, { params: { id } });
const patch = (id: string, body: unknown) => firm.send(updateWebhook, { params: { id }, body });
const rotate = (id: string) => firm.send(rotateSecret, { params: { id } });
const store = (changes: Parameters<typeof storeWebhook>[2] = {}) => storeWebhook(table, firm.firmId, changes);

describe("PATCH /api/webhooks/{id}", () => {
  it("changes the given fields, and warns of a host that does not resolve", async () => {
    const { id } = await store();
    const { status, body } = await patch(id, { url: "https://other.invalid/", events: ["lead.archived"] });
    const { warnings, ...shown } = body;
    expect([status, shown]).toMatchObject([
      200,
      { url: "https://other.invalid/", events: ["lead.archived"], version: 2 },
    ]);
    expect(warnings).toEqual([expect.stringContaining("other.invalid")]);
    expect((await get(id)).body).toEqual(shown);
    expect((await patch(id, body)).body).toEqual(shown);
  });
});

it("POST /api/webhooks/{id}/rotate-secret creates a different secret for each concurrent call", async () => {
  const { id, secret: before } = await store();
  const responses = await Promise.all(Array.from({ length: 5 }, () => rotate(id)));
  const last = responses.map(({ body }) => body).find(({ version }) => version === 6);
  expect(new Set([before, ...responses.map(({ body }) => body.secret)]).size).toBe(6);
  expect((await get(id)).body).toEqual({ ...last, secret: undefined });
  const stored = await readRecord(table, webhookRecord(firm.firmId, id));
  expect(stored).toMatchObject({ secret: last.secret, previousSecrets: { length: 4 } });
});

it("an endpoint's headers are sent with every request, beside those of the specification", async () => {
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
