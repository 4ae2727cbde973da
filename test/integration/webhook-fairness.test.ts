import { expect, it } from "@jest/globals";
import { Queue } from "../../lib/local/sqs/queue.ts";
import { QueueConsumer } from "../../lib/local/sqs/queue-mapping.ts";
import type { Table } from "../../shared/table/table.ts";
import { deliverBatch } from "../../shared/webhooks/deliver-webhook.ts";
import { postWebhook } from "../../shared/webhooks/post-webhook.ts";
import { captureLog } from "../support/capture-log.ts";
import { eventually } from "../support/eventually.ts";
import { newFirm } from "../support/firms.ts";
import { useTable } from "../support/test-table.ts";
import { newDeliveryDependencies, storePendingDelivery } from "../support/webhook-deliveries.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import { captureQueue, storeWebhook } from "../support/webhooks.ts";

const table = useTable();
useReceivers();

const EVENTS = 100;
/** The number of instances of the function that the local service runs. */
const INSTANCES = 4;

/** Creates a firm and queues its events behind those already in the queue. */
const enqueue = async (queue: Queue, on: Table, url: string) => {
  const { firmId } = await newFirm(on);
  const webhook = await storeWebhook(on, firmId, { url });
  for (let n = 0; n < EVENTS; n++) {
    const { message } = await storePendingDelivery(on, firmId, webhook, Date.now());
    queue.send({ body: JSON.stringify(message), groupId: firmId });
  }
};

it("one firm's endpoint that hangs does not delay another firm's events", async () => {
  captureLog();
  const queue = new Queue(180);
  captureQueue(({ body, groupId }) => queue.send({ body, groupId, delaySeconds: 900 }));
  const hanging = await startReceiver(() => {});
  const healthy = await startReceiver();
  await enqueue(queue, table, hanging.url);
  await enqueue(queue, table, healthy.url);
  const { dependencies } = newDeliveryDependencies(table, {
    now: Date.now,
    // Long enough that no request to the hanging endpoint ends during the test.
    post: (request) => postWebhook(request, { targets: "local", timeoutMilliseconds: 600_000 }),
  });
  const consumer = new QueueConsumer({
    queue,
    concurrency: INSTANCES,
    handle: async (message) => {
      await deliverBatch(dependencies, [message]);
      queue.delete(message.receiptHandle);
    },
  });
  try {
    await eventually(() => healthy.received.length).toBe(EVENTS);
    expect(hanging.received.length).toBeGreaterThan(0);
    expect(hanging.received.length).toBeLessThanOrEqual(INSTANCES);
  } finally {
    consumer.stop();
    hanging.stop();
  }
});
