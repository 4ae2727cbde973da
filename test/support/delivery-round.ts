import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Queue, type ReceivedMessage } from "../../lib/local/sqs/queue.ts";
import { QueueConsumer } from "../../lib/local/sqs/queue-consumer.ts";
import { isCircuitOpen } from "../../shared/domain/webhooks/circuit-breaker.ts";
import { newWebhookDelivery } from "../../shared/domain/webhooks/webhook-delivery.ts";
import { OVERDUE_MILLISECONDS } from "../../shared/domain/webhooks/webhook-retry-schedule.ts";
import { deliverBatch } from "../../shared/operations/webhooks/deliver-batch.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { webhookDeliveryStore } from "../../shared/storage/webhooks/webhook-delivery-store.ts";
import { nextAttempt } from "../../shared/webhooks/webhook-queue.ts";
import { logEvents, newEvent } from "./events.ts";
import {
  ENDPOINTS,
  HANGING_ENDPOINTS,
  type ReceivingEndpoint,
  startEndpoints,
} from "./receiving-endpoints.ts";
import { newDeliveryDependencies, readWebhook } from "./webhook-deliveries.ts";
import { captureQueue } from "./webhooks.ts";

export const DELIVERIES = 1_000;
const TIMEOUT_MILLISECONDS = 90_000;

/** In the cloud, each invocation has sockets of its own; here, all of them wait for those of one client. */
export const SHARED_CLIENT = {
  requestHandler: { connectionTimeout: TIMEOUT_MILLISECONDS, requestTimeout: TIMEOUT_MILLISECONDS },
};

type RoundOptions = {
  /** Connected with `SHARED_CLIENT`. */
  readonly table: Table;
  /** Concurrent invocations. */
  readonly concurrency: number;
  readonly isAnyHanging: boolean;
};

/** Starts endpoints, and the operation of `deliver-webhook` on a fair queue at the given concurrency. */
export const startDeliveryRound = async ({ table, concurrency, isAnyHanging }: RoundOptions) => {
  const directory = mkdtempSync(join(tmpdir(), "intake-round-"));
  const queue = openQueue(directory);
  const { sqs } = captureQueue((message) => queue.send(message));
  const endpoints = await startEndpoints(table, isAnyHanging);
  const hanging = endpoints.slice(0, HANGING_ENDPOINTS);
  const healthy = endpoints.slice(HANGING_ENDPOINTS);
  const consumer = startConsumer(table, queue, concurrency);

  return {
    /**
     * Queues the deliveries at once.
     * @returns the 99th percentile of the time from the queue to the arrival, of the endpoints that hang in no round
     */
    runWave: async (): Promise<number> => {
      const messages = await storeDeliveries(table, endpoints);
      const queuedAt = performance.now();
      for (const { body, groupId } of messages) queue.send({ body, groupId });
      const measured = messages.filter(({ endpoint }) => healthy.includes(endpoint));
      await until(() => measured.every(({ endpoint, eventId }) => endpoint.arrivedAt.has(eventId)));
      const arrivals = measured.map(({ endpoint, eventId }) => endpoint.arrivedAt.get(eventId) ?? Number.NaN);
      return percentile(arrivals, 0.99) - queuedAt;
    },
    /** Waits until the circuits of the hanging endpoints are open and no delivery holds an invocation, but tries. */
    circuitsOpen: () =>
      until(async () => {
        const { visible, inFlight } = queue.counts();
        if (visible > 0 || inFlight > HANGING_ENDPOINTS) return false;
        const webhooks = await Promise.all(
          hanging.map(({ firmId, webhook }) => readWebhook(table, firmId, webhook)),
        );
        return webhooks.every((webhook) => webhook !== null && isCircuitOpen(webhook));
      }),
    /** Requests so far to each of the hanging endpoints. */
    hangingPosts: () => hanging.map(({ postCount }) => postCount()),
    stop: async () => {
      consumer.stop();
      await Promise.all(endpoints.map(({ stop }) => stop()));
      await until(() => queue.counts().inFlight === 0);
      sqs.restore();
      rmSync(directory, { recursive: true });
    },
  };
};

const openQueue = (directory: string) =>
  new Queue({
    file: join(directory, "deliveries.jsonl"),
    rules: { visibilitySeconds: 180, delaySeconds: 0, retentionSeconds: 3_600, receivesMaximum: 10 },
    onDead: () => {},
  });

const startConsumer = (table: Table, queue: Queue, concurrency: number) => {
  const { dependencies } = newDeliveryDependencies(table, { now: Date.now });
  return new QueueConsumer({
    queue,
    batchSize: 1,
    windowSeconds: 0,
    concurrency,
    handle: async (batch: readonly ReceivedMessage[]) => {
      await deliverBatch(dependencies, batch);
      for (const { receiptHandle } of batch) queue.delete(receiptHandle);
    },
  });
};

/** Stores new deliveries, as many to each endpoint; returns their messages, the endpoints taking turns. */
const storeDeliveries = async (table: Table, endpoints: readonly ReceivingEndpoint[]) => {
  const byEndpoint = await Promise.all(endpoints.map((endpoint) => storeDeliveriesTo(table, endpoint)));
  return Array.from({ length: DELIVERIES / ENDPOINTS }, (_, index) =>
    byEndpoint.flatMap((messages) => messages[index] ?? []),
  ).flat();
};

const storeDeliveriesTo = async (table: Table, endpoint: ReceivingEndpoint) => {
  const { firmId, webhook } = endpoint;
  const events = Array.from({ length: DELIVERIES / ENDPOINTS }, () => newEvent());
  await logEvents(table, firmId, events);
  const messages = [];
  for (const event of events) {
    const delivery = newWebhookDelivery(webhook, event, Date.now());
    await webhookDeliveryStore(table).putIfAbsent(firmId, delivery, Date.now() + OVERDUE_MILLISECONDS);
    const body = JSON.stringify(nextAttempt(firmId, delivery));
    messages.push({ endpoint, eventId: event.id, body, groupId: webhook.id });
  }
  return messages;
};

const until = async (isDone: () => boolean | Promise<boolean>) => {
  const deadline = performance.now() + TIMEOUT_MILLISECONDS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error("The deliveries did not end in time.");
    await sleep(20);
  }
};

const percentile = (values: readonly number[], fraction: number) =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * fraction) - 1] ?? Number.NaN;
