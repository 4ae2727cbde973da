import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as listDeliveries } from "../../../functions/webhooks/list-webhook-deliveries.ts";
import { handler as redeliverWebhook } from "../../../functions/webhooks/redeliver-webhook.ts";
import { handler as sendTestEvent } from "../../../functions/webhooks/send-test-event.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { sweepDeliveries } from "../../../shared/webhooks/sweep-deliveries.ts";
import type { Webhook } from "../../../shared/webhooks/webhook.rules.ts";
import type { WebhookDelivery } from "../../../shared/webhooks/webhook-delivery.rules.ts";
import { webhookDeliveryRecord } from "../../../shared/webhooks/webhook-delivery.store.ts";
import { connectWebhookQueue } from "../../../shared/webhooks/webhook-queue.ts";
import { OVERDUE_MILLISECONDS } from "../../../shared/webhooks/webhook-retry-schedule.rules.ts";
import { captureLog } from "../../support/capture-log.ts";
import { newFirm } from "../../support/firms.ts";
import { sdkError } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useQueue } from "../../support/use-queue.ts";
import { storeDelivery } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();
const firm = useFirm(table);
const queue = useQueue();
let webhook: Webhook;
beforeEach(async () => {
  webhook = await storeWebhook(table, firm.firmId);
});

const store = (changes?: Partial<WebhookDelivery>) => storeDelivery(table, firm.firmId, webhook, changes);
const readStored = (id: string) => readRecord(table, webhookDeliveryRecord(firm.firmId, webhook.id, id));
const list = (query: Record<string, string> = {}) =>
  firm.send(listDeliveries, { params: { id: webhook.id }, query });
const sendTest = (body?: object) => firm.send(sendTestEvent, { params: { id: webhook.id }, body });
const redeliver = (deliveryId: string) =>
  firm.send(redeliverWebhook, { params: { id: webhook.id, deliveryId } });

describe("GET /api/webhooks/{id}/deliveries", () => {
  it("returns deliveries page by page, newest first, with attempts and without the event", async () => {
    const attempts = [
      { at: "2026-11-20T12:00:00.000Z", status: null, durationMilliseconds: 15_000, error: "no answer" },
    ];
    const old = await store({ attempts, attemptCount: 1, state: "failed" });
    const fresh = await store();
    const first = await list({ limit: "1" });
    const second = await list({ limit: "1", cursor: first.body.next_cursor });
    expect([first.body.data[0].id, second.body.data[0].id, second.body.next_cursor]).toEqual([
      fresh.id,
      old.id,
      null,
    ]);
    expect(second.body.data[0]).toMatchObject({
      state: "failed",
      next_attempt_at: null,
      attempts: [{ at: attempts[0]?.at, status: null, duration_ms: 15_000, error: "no answer" }],
    });
    expect(JSON.stringify(first.body)).not.toContain("Dana");
  });

  it("leaves out deliveries older than 30 days that the table still has", async () => {
    const day = 24 * 3_600_000;
    await store({ id: newRecordId(Date.now() - 30 * day) });
    const kept = await store({ id: newRecordId(Date.now() - 30 * day + 60_000) });
    const { data, next_cursor } = (await list()).body;
    expect([data.map(({ id }: { id: string }) => id), next_cursor]).toEqual([[kept.id], null]);
  });

  it("rejects the cursor of another endpoint", async () => {
    await store();
    await store();
    const { next_cursor: cursor } = (await list({ limit: "1" })).body;
    webhook = await storeWebhook(table, firm.firmId);
    expect((await list({ cursor })).status).toBe(422);
  });
});

describe("POST /api/webhooks/{id}/test", () => {
  it("sends a webhook.test event, whatever types the endpoint subscribes to", async () => {
    webhook = await storeWebhook(table, firm.firmId, { events: ["lead.archived"] });
    const { status, body } = await sendTest();
    expect(status).toBe(202);
    expect(body).toMatchObject({
      webhook_id: webhook.id,
      type: "webhook.test",
      state: "pending",
      attempts: [],
    });
    const event = JSON.parse((await readStored(body.id))?.body ?? "");
    expect(event).toMatchObject({
      id: body.id,
      type: "webhook.test",
      sequence: 1,
      previous: {},
      data: { id: webhook.id },
    });
    expect(Object.keys(event)).toEqual(["id", "type", "created_at", "sequence", "data", "previous", "actor"]);
    expect(JSON.stringify(event)).not.toContain("whsec_");
    expect(queue.sent).toMatchObject([{ groupId: webhook.id, delaySeconds: 0 }]);
    expect(JSON.parse(queue.sent[0]?.body ?? "")).toMatchObject({
      firmId: firm.firmId,
      webhookId: webhook.id,
      eventId: body.id,
      dueAtMilliseconds: expect.any(Number),
    });
  });
});

describe("POST /api/webhooks/{id}/deliveries/{deliveryId}/redeliver", () => {
  it.each(["pending", "failed"] as const)(
    "queues a delivery that is %s again, with the same event",
    async (state) => {
      const { id } = await store({
        state,
        attemptCount: 3,
        nextAttemptMilliseconds: Date.now() + 900_000,
      });
      const { status, body } = await redeliver(id);
      expect(status).toBe(202);
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

  it("stores and sweeps the delivery when the queue does not accept its message", async () => {
    captureLog();
    queue.sqs.on(SendMessageCommand).rejects(sdkError("ServiceUnavailable"));
    const { id } = await store({ state: "failed", attemptCount: 10 });
    expect((await redeliver(id)).status).toBe(202);
    queue.renew();
    const now = () => Date.now() + OVERDUE_MILLISECONDS + 1_000;
    await sweepDeliveries({ table, queue: connectWebhookQueue("http://queue"), now });
    expect(queue.sent.map(({ body }) => JSON.parse(body))).toContainEqual(
      expect.objectContaining({ eventId: id }),
    );
  });
});

it("an endpoint of another firm with the same id has none of the deliveries", async () => {
  const { id } = await store();
  const other = await newFirm(table);
  await storeWebhook(table, other.firmId, { id: webhook.id });
  const request = { key: other.apiKey, params: { id: webhook.id, deliveryId: id } };
  expect((await firm.send(listDeliveries, request)).body.data).toEqual([]);
  expect((await firm.send(redeliverWebhook, request)).status).toBe(404);
  expect(queue.sent).toEqual([]);
});
