import { setTimeout as sleep } from "node:timers/promises";
import { Queue } from "../../lib/local/sqs/queue.ts";
import { QueueConsumer } from "../../lib/local/sqs/queue-mapping.ts";
import type { Table } from "../../shared/table/table.ts";
import { isCircuitOpen } from "../../shared/webhooks/circuit-breaker.rules.ts";
import { deliverBatch } from "../../shared/webhooks/deliver-webhook.ts";
import { HANGING_ENDPOINTS, startEndpoints, storeDeliveries } from "./receiving-endpoints.ts";
import { newDeliveryDependencies, readWebhook } from "./webhook-deliveries.ts";
import { captureQueue } from "./webhooks.ts";

const TIMEOUT_MILLISECONDS = 180_000;
/**
 * A wave lasts a few seconds. If the machine is busy for 15 seconds, deliveries to working endpoints fail and are not
 * repeated in time.
 */
const WAVE_TIMEOUT_MILLISECONDS = 60_000;

/** In the cloud, each invocation has separate sockets. Here, all invocations wait for those of one client. */
export const SHARED_CLIENT = {
  requestHandler: { connectionTimeout: TIMEOUT_MILLISECONDS, requestTimeout: TIMEOUT_MILLISECONDS },
};

type RoundOptions = {
  /** Connected with `SHARED_CLIENT`. */
  readonly table: Table;
  /** Concurrent invocations. */
  readonly concurrency: number;
  /** The deliveries of a wave to each endpoint. */
  readonly deliveriesPerEndpoint: number;
  readonly isAnyHanging: boolean;
};

/** Starts endpoints, and the operation of `deliver-webhook` on a fair queue at the given concurrency. */
export const startDeliveryRound = async ({ table, isAnyHanging, ...options }: RoundOptions) => {
  const { concurrency, deliveriesPerEndpoint } = options;
  const queue = new Queue(180);
  const { sqs } = captureQueue((message) => queue.send(message));
  const endpoints = await startEndpoints(table, isAnyHanging);
  const hanging = endpoints.slice(0, HANGING_ENDPOINTS);
  const healthy = endpoints.slice(HANGING_ENDPOINTS);
  const consumer = startConsumer(table, queue, concurrency);

  return {
    /**
     * Queues the deliveries at once.
     * @returns the 99th percentile of the time from the queue to the arrival, for the endpoints that never hang
     */
    runWave: async (): Promise<number> => {
      const messages = await storeDeliveries(table, endpoints, deliveriesPerEndpoint);
      const queuedAt = performance.now();
      for (const { body, groupId } of messages) queue.send({ body, groupId });
      const measured = messages.filter(({ endpoint }) => healthy.includes(endpoint));
      const haveArrived = () => measured.every(({ endpoint, eventId }) => endpoint.arrivedAt.has(eventId));
      await until(haveArrived, WAVE_TIMEOUT_MILLISECONDS);
      const arrivals = measured.map(({ endpoint, eventId }) => endpoint.arrivedAt.get(eventId) ?? Number.NaN);
      return percentile(arrivals, 0.99) - queuedAt;
    },
    /** Waits until the circuits of the hanging endpoints are open and the queue holds only their tries. */
    circuitsOpen: () =>
      until(async () => {
        const { visible, inFlight, delayed } = queue.counts();
        if (visible > 0 || inFlight + delayed > HANGING_ENDPOINTS) return false;
        const webhooks = await Promise.all(
          hanging.map(({ firmId, webhook }) => readWebhook(table, firmId, webhook)),
        );
        return webhooks.every((webhook) => webhook !== null && isCircuitOpen(webhook));
      }),
    /** Returns the requests so far to each of the hanging endpoints. */
    hangingPosts: () => hanging.map(({ postCount }) => postCount()),
    stop: async () => {
      consumer.stop();
      await Promise.all(endpoints.map(({ stop }) => stop()));
      await until(() => queue.counts().inFlight === 0);
      sqs.restore();
    },
  };
};

const startConsumer = (table: Table, queue: Queue, concurrency: number) => {
  const { dependencies } = newDeliveryDependencies(table, { now: Date.now });
  return new QueueConsumer({
    queue,
    concurrency,
    handle: async (message) => {
      await deliverBatch(dependencies, [message]);
      queue.delete(message.receiptHandle);
    },
  });
};

const until = async (
  isDone: () => boolean | Promise<boolean>,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
) => {
  const deadline = performance.now() + timeoutMilliseconds;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error("The deliveries did not end in time.");
    await sleep(20);
  }
};

const percentile = (values: readonly number[], fraction: number) =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * fraction) - 1] ?? Number.NaN;
