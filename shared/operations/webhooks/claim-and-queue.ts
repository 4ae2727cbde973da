import { nextRelease, releaseLimit } from "../../domain/webhooks/circuit-breaker.ts";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import { OVERDUE_MILLISECONDS } from "../../domain/webhooks/webhook-retry-schedule.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { type DueRecord, parseDueKey } from "../../storage/record-keys.ts";
import type { DueKey } from "../../storage/webhooks/due-index.ts";
import { webhookDeliveryStore } from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import {
  type DelayedAttempt,
  nextAttempt,
  sendAttempts,
  type WebhookQueue,
} from "../../webhooks/webhook-queue.ts";

export type QueueDependencies = {
  readonly table: Table;
  readonly queue: WebhookQueue;
  readonly now: () => number;
};

/** An item of the index of what is due, and the delivery or endpoint that it belongs to. */
export type Due = DueKey & { readonly record: DueRecord };

export const toDue = (keys: readonly DueKey[]): Due[] =>
  keys.flatMap((key) => {
    const record = parseDueKey(key.key);
    return record ? [{ ...key, record }] : [];
  });

/** Takes each delivery, so that no one else does, and queues its next attempt, spread over the given time. */
export const queueDue = async (
  { table, queue, now }: QueueDependencies,
  due: readonly Due[],
  spreadMilliseconds = 0,
): Promise<void> => {
  const sweepAtMilliseconds = now() + OVERDUE_MILLISECONDS;
  const attempts = await Promise.all(
    due.map(async ({ key, dueAt, record: { firmId, eventId } }, index): Promise<DelayedAttempt[]> => {
      if (eventId === null) return [];
      const change = { id: eventId, sweepAtMilliseconds };
      const taken = await webhookDeliveryStore(table).take({ key, dueAt }, change);
      const delayMilliseconds = (spreadMilliseconds * index) / due.length;
      return taken ? [{ message: nextAttempt(firmId, taken), delayMilliseconds }] : [];
    }),
  );
  await sendAttempts(queue, attempts.flat());
};

export type Endpoint = Pick<DueRecord, "firmId"> & { readonly webhook: Webhook };

/** The deliveries that wait for the endpoint, oldest first. */
export const listWaiting = async (
  table: Table,
  { firmId, webhook }: Endpoint,
  limit: number,
): Promise<Due[]> => toDue(await webhookDeliveryStore(table).listWaiting(firmId, webhook.id, limit));

const SPREAD_MILLISECONDS = 20_000;
const CHUNK = 100;

/** Lets deliveries that wait for the endpoint go, in a number that grows by the minute; the sweep goes on with the rest. */
export const releaseWaiting = async (
  dependencies: QueueDependencies,
  { firmId, webhook }: Endpoint,
): Promise<void> => {
  const { table, now } = dependencies;
  const waiting = await listWaiting(table, { firmId, webhook }, releaseLimit(webhook, now()));
  const checkAtMilliseconds = nextRelease(webhook, waiting.length, now());
  const { isChanged } = await webhookStore(table).changeHealth(firmId, webhook, { checkAtMilliseconds });
  if (!isChanged) return;
  for (let start = 0; start < waiting.length; start += CHUNK) {
    await queueDue(dependencies, waiting.slice(start, start + CHUNK), SPREAD_MILLISECONDS);
  }
};
