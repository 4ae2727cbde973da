import { randomUUID } from "node:crypto";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as listDeliveries } from "../../../functions/webhooks/list-webhook-deliveries.ts";
import { handler as redeliverWebhook } from "../../../functions/webhooks/redeliver-webhook.ts";
import { handler as sendTestEvent } from "../../../functions/webhooks/send-test-event.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { sweepDeliveries } from "../../../shared/webhooks/sweep-deliveries.ts";
import { webhookDelivery } from "../../../shared/webhooks/webhook-delivery.contract.ts";
import type { WebhookDelivery } from "../../../shared/webhooks/webhook-delivery.rules.ts";
import { webhookDeliveryRecord } from "../../../shared/webhooks/webhook-delivery.store.ts";
import { connectWebhookQueue } from "../../../shared/webhooks/webhook-queue.ts";
import { OVERDUE_MILLISECONDS } from "../../../shared/webhooks/webhook-retry-schedule.rules.ts";
import { captureLog } from "../../support/capture-log.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { sdkError } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { storeDelivery } from "../../support/webhook-deliveries.ts";
import { captureQueue, storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

let webhook: Awaited<ReturnType<typeof storeWebhook>>;
let queue: ReturnType<typeof captureQueue>;
const firm = useFirm(table);
beforeEach(async () => {
  webhook = await storeWebhook(table, firm.firmId);
  queue = captureQueue();
});

const store = (changes?: Partial<WebhookDelivery>) => storeDelivery(table, firm.firmId, webhook, changes);
const readStored = (id: string) => readRecord(table, webhookDeliveryRecord(firm.firmId, webhook.id, id));
const list = (query: Record<string, string> = {}, key = firm.apiKey, id = webhook.id) =>
  call(listDeliveries, { key, params: { id }, query });
const sendTest = (key = firm.apiKey, id = webhook.id) => call(sendTestEvent, { key, params: { id } });
const redeliver = (deliveryId: string, key = firm.apiKey, id = webhook.id) =>
  call(redeliverWebhook, { key, params: { id, deliveryId } });

describe("POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver", () => {
  it.each(["pending", "delivered", "failed", "skipped"] as const)(
    "queues a delivery that is %s again, with the same event",
    async (state) => {
      const { id } = await store({
        state,
        attemptCount: 3,
        nextAttemptMilliseconds: Date.now() + 900_000,
      });
      const { status, body } = await redeliver(id);
      expect([status, webhookDelivery().parse(body)]).toEqual([202, body]);
      expect(body).toMatchObject({ id, state: "pending" });
      expect(JSON.parse(queue.sent[0]?.body ?? "")).toMatchObject({ eventId: id });
      expect(queue.sent[0]?.delaySeconds).toBe(0);
      expect(await readStored(id)).toMatchObject({
        round: 2,
        attemptCount: 0,
        state: "pending",
      });
    },
  );

  it("is stored and swept when the queue does not take its message", async () => {
    captureLog();
    queue.sqs.on(SendMessageCommand).rejects(sdkError("ServiceUnavailable"));
    const { id } = await store({ state: "failed", attemptCount: 10 });
    expect((await redeliver(id)).status).toBe(202);
    queue = captureQueue();
    const now = () => Date.now() + OVERDUE_MILLISECONDS + 1_000;
    await sweepDeliveries({ table, queue: connectWebhookQueue("http://queue"), now });
    expect(queue.sent.map(({ body }) => JSON.parse(body))).toContainEqual(
      expect.objectContaining({ eventId: id }),
    );
  });

  it("is rejected for a disabled endpoint and an unknown delivery", async () => {
    const { id } = await store();
    expect((await redeliver(randomUUID())).status).toBe(404);
    expect((await redeliver(id, firm.apiKey, randomUUID())).status).toBe(404);
    webhook = await storeWebhook(table, firm.firmId, { enabled: false });
    const { id: disabled } = await store();
    expect((await redeliver(disabled)).status).toBe(422);
    expect(queue.sent).toEqual([]);
  });
});

it("list, test and redeliver respond 404 for another firm's webhook", async () => {
  const { id } = await store();
  const { apiKey } = await newFirm(table);
  const responses = [await list({}, apiKey), await sendTest(apiKey), await redeliver(id, apiKey)];
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  const own = await newFirm(table);
  const mine = await storeWebhook(table, own.firmId, { id: webhook.id });
  expect((await list({}, own.apiKey, mine.id)).body.data).toEqual([]);
  expect((await redeliver(id, own.apiKey, mine.id)).status).toBe(404);
  expect(queue.sent).toEqual([]);
});

it("test and redeliver require webhooks:write, the list webhooks:read", async () => {
  const { id } = await store();
  const reader = await firm.addKey({ scopes: ["webhooks:read"] });
  const writer = await firm.addKey({ scopes: ["webhooks:write"] });
  const statuses = async (key: string) => [
    (await list({}, key)).status,
    (await sendTest(key)).status,
    (await redeliver(id, key)).status,
  ];
  expect(await statuses(reader)).toEqual([200, 403, 403]);
  expect(await statuses(writer)).toEqual([403, 202, 202]);
});
