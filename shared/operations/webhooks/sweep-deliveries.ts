import { isCircuitOpen, nextRelease, releaseLimit, startTry } from "../../domain/webhooks/circuit-breaker.ts";
import type { Webhook } from "../../domain/webhooks/webhook.ts";
import { OVERDUE_MILLISECONDS } from "../../domain/webhooks/webhook-retry-schedule.ts";
import { describeCause } from "../../runtime/describe-cause.ts";
import { log } from "../../runtime/log.ts";
import type { Item } from "../../storage/dynamodb/item.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { type DueRecord, parseDueKey } from "../../storage/record-keys.ts";
import { DUE_SHARDS, type DueKey, readDue } from "../../storage/webhooks/due-index.ts";
import { webhookDeliveryStore } from "../../storage/webhooks/webhook-delivery-store.ts";
import { webhookRecord, webhookStore } from "../../storage/webhooks/webhook-store.ts";
import {
  type DelayedAttempt,
  nextAttempt,
  sendAttempts,
  type WebhookQueue,
} from "../../webhooks/webhook-queue.ts";

export type SweepDependencies = {
  readonly table: Table;
  readonly queue: WebhookQueue;
  readonly now: () => number;
};

/** Below the function's timeout: what is left is due in the next minute. */
const SWEEP_MILLISECONDS = 40_000;

/**
 * Queues every delivery that is due: whose wait was too long for the queue, or whose message or function was lost. Looks
 * after the deliveries that wait for an endpoint. Several sweeps at once never queue the same attempt.
 */
export const sweepDeliveries = async (dependencies: SweepDependencies): Promise<void> => {
  const deadline = dependencies.now() + SWEEP_MILLISECONDS;
  await Promise.all(DUE_SHARDS.map((shard) => sweepShard(dependencies, shard, deadline)));
};

const sweepShard = async (dependencies: SweepDependencies, shard: string, deadline: number) => {
  const { table, now } = dependencies;
  let next: Item | undefined;
  do {
    const page = await readDue(table, shard, now(), next);
    await sweepPage(dependencies, page.due).catch((error: unknown) =>
      // What was taken is due again later.
      log("error", "sweep_failed", { shard, cause: describeCause(error, []) }),
    );
    next = page.next;
  } while (next && now() < deadline);
};

type Due = DueKey & { readonly record: DueRecord };

const sweepPage = async (dependencies: SweepDependencies, keys: readonly DueKey[]) => {
  const due = keys.flatMap((key): Due[] => {
    const record = parseDueKey(key.key);
    return record ? [{ ...key, record }] : [];
  });
  await queueDue(dependencies, due, 0);
  for (const { record } of due) {
    if (record.eventId === null) await checkEndpoint(dependencies, record);
  }
};

/** Takes each delivery and queues its next attempt, spread over the given time. */
const queueDue = async ({ table, queue, now }: SweepDependencies, due: readonly Due[], spread: number) => {
  const sweepAtMilliseconds = now() + OVERDUE_MILLISECONDS;
  const attempts = await Promise.all(
    due.map(async ({ key, dueAt, record: { firmId, eventId } }, index): Promise<DelayedAttempt[]> => {
      if (eventId === null) return [];
      const taken = await webhookDeliveryStore(table).take(
        { key, dueAt },
        { id: eventId, sweepAtMilliseconds },
      );
      const delayMilliseconds = (spread * index) / due.length;
      return taken ? [{ message: nextAttempt(firmId, taken), delayMilliseconds }] : [];
    }),
  );
  await sendAttempts(queue, attempts.flat());
};

/** Lets one waiting delivery try an endpoint whose circuit is open, and releases them when it is closed. */
const checkEndpoint = async (dependencies: SweepDependencies, { firmId, webhookId }: DueRecord) => {
  const { table } = dependencies;
  const webhook = await readRecord(table, webhookRecord(firmId, webhookId));
  if (webhook === null) return;
  const isTried = webhook.enabled && isCircuitOpen(webhook);
  await (isTried ? tryEndpoint : releaseWaiting)(dependencies, { firmId, webhook });
};

type Endpoint = Pick<DueRecord, "firmId"> & { readonly webhook: Webhook };

const tryEndpoint = async (dependencies: SweepDependencies, { firmId, webhook }: Endpoint) => {
  const { now } = dependencies;
  const store = webhookStore(dependencies.table);
  const [waiting] = await listWaiting(dependencies, { firmId, webhook }, 1);
  if (waiting === undefined) {
    await store.changeHealth(firmId, webhook, { checkAtMilliseconds: 0 });
    return;
  }
  const start = startTry(webhook, waiting.record.eventId ?? "", now());
  const change = start ?? { checkAtMilliseconds: webhook.retryAtMilliseconds };
  const { isChanged } = await store.changeHealth(firmId, webhook, change);
  if (isChanged && start) await queueDue(dependencies, [waiting], 0);
};

const RELEASE_SPREAD_MILLISECONDS = 50_000;
const CHUNK = 100;

const releaseWaiting = async (dependencies: SweepDependencies, { firmId, webhook }: Endpoint) => {
  const { table, now } = dependencies;
  const waiting = await listWaiting(dependencies, { firmId, webhook }, releaseLimit(webhook, now()));
  const checkAtMilliseconds = nextRelease(webhook, waiting.length, now());
  const { isChanged } = await webhookStore(table).changeHealth(firmId, webhook, { checkAtMilliseconds });
  if (!isChanged) return;
  for (let start = 0; start < waiting.length; start += CHUNK) {
    await queueDue(dependencies, waiting.slice(start, start + CHUNK), RELEASE_SPREAD_MILLISECONDS);
  }
};

const listWaiting = async (
  { table }: SweepDependencies,
  { firmId, webhook }: Endpoint,
  limit: number,
): Promise<Due[]> => {
  const keys = await webhookDeliveryStore(table).listWaiting(firmId, webhook.id, limit);
  return keys.flatMap((key) => {
    const record = parseDueKey(key.key);
    return record ? [{ ...key, record }] : [];
  });
};
