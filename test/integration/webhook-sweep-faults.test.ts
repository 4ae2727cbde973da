import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { type RecordKey, webhookDeliveryKey, webhookKey } from "../../shared/table/record-keys.ts";
import type { WebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { captureLog } from "../support/capture-log.ts";
import { newFirm } from "../support/firms.ts";
import { changeAttribute } from "../support/settings.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { readDelivery, readWebhook, respondingWith, runSweep } from "../support/webhook-deliveries.ts";
import { captureQueue, storeWebhook } from "../support/webhooks.ts";

const table = useTable();
const MINUTE = 60_000;

let firmId: FirmId;
let lines: string[];
beforeEach(async () => {
  ({ firmId } = await newFirm(table));
  lines = captureLog();
});

const change = (key: RecordKey, name: string, value: unknown) => changeAttribute(table, key, name, value);

/** Creates twelve overdue deliveries of one shard whose messages were lost. */
const setUp = async () => {
  const webhooks = webhookClock(table, firmId, respondingWith(204));
  const webhook = await storeWebhook(table, firmId);
  const deliveries: WebhookDelivery[] = [];
  for (let n = 0; n < 12; n++) deliveries.push((await webhooks.send(webhook)).delivery);
  for (const { id } of deliveries) await change(webhookDeliveryKey(firmId, webhook.id, id), "dueShard", "7");
  webhooks.purge();
  webhooks.clock.now += 6 * MINUTE;
  const sweep = () => runSweep(webhooks.dependencies);
  const states = async () => {
    await webhooks.run(0);
    const stored = await Promise.all(
      deliveries.map((each) => readDelivery(table, firmId, each).catch(() => null)),
    );
    return stored.filter((delivery) => delivery?.state === "delivered").length;
  };
  return { ...webhooks, webhook, deliveries, sweep, delivered: states };
};

describe("a sweep", () => {
  it("queues the others when one delivery cannot be written, and fails, so that its alarm rings", async () => {
    const { deliveries, sweep, delivered, clock } = await setUp();
    const spy = interceptStoreCalls(async ({ name, input, send }) => {
      if (name === "TransactWrite" && JSON.stringify(input).includes(String(deliveries[3]?.id)))
        throw sdkError("ThrottlingException");
      return send();
    });
    await expect(sweep()).rejects.toThrow("no luck");
    spy.mockRestore();
    expect(await delivered()).toBe(11);
    clock.now += MINUTE;
    await sweep();
    expect(await delivered()).toBe(12);
  });

  it("is not held up by a delivery that cannot be read", async () => {
    const { deliveries, webhook, sweep, delivered } = await setUp();
    const key = webhookDeliveryKey(firmId, webhook.id, String(deliveries[0]?.id));
    await change(key, "attempts", "broken");
    await sweep();
    await change(key, "attempts", []);
    expect(await delivered()).toBe(12);
  });

  it("looks after the other endpoints when one cannot be read", async () => {
    const { clock, sweep, delivered } = await setUp();
    const endpoints = await Promise.all(Array.from({ length: 5 }, () => storeWebhook(table, firmId)));
    const [unreadable, ...others] = endpoints.map(({ id }) => webhookKey(firmId, id));
    const dueAt = `${new Date(clock.now - MINUTE).toISOString()}#`;
    for (const { id } of endpoints) {
      await change(webhookKey(firmId, id), "checkAtMilliseconds", 1);
      await change(webhookKey(firmId, id), "dueShard", "7");
      await change(webhookKey(firmId, id), "dueAt", dueAt + id);
    }
    if (unreadable) await change(unreadable, "failureCount", "broken");
    await sweep();
    expect(lines.join()).toContain(`recordId: '${unreadable?.pk} ${unreadable?.sk}'`);
    expect(await delivered()).toBe(12);
    const checked = await Promise.all(endpoints.slice(1).map((each) => readWebhook(table, firmId, each)));
    expect(checked.map((endpoint) => endpoint?.checkAtMilliseconds)).toEqual(others.map(() => 0));
    if (unreadable) await change(unreadable, "failureCount", 0);
  });

  it("fails when nothing can be queued, and loses nothing", async () => {
    const { sweep, clock, dependencies, deliveries } = await setUp();
    const { sqs } = captureQueue();
    sqs.on(SendMessageBatchCommand).rejects(sdkError("AccessDenied"));
    await expect(sweep()).rejects.toThrow();
    const { sent } = captureQueue();
    clock.now += 6 * MINUTE;
    await runSweep(dependencies);
    const queued = sent.map(({ body }) => JSON.parse(body).eventId);
    expect(deliveries.every(({ id }) => queued.includes(id))).toBe(true);
  });
});
