import { settleConcurrently } from "../runtime/map-concurrently.ts";
import type { DueKey } from "../table/due-index.ts";
import { type DueRecord, parseDueKey } from "../table/parse-record-keys.ts";
import type { Table } from "../table/table.ts";
import { nextRelease, releaseLimit } from "./circuit-breaker.rules.ts";
import type { Webhook } from "./webhook.rules.ts";
import { changeHealth } from "./webhook.store.ts";
import { claimDelivery, listWaitingKeys } from "./webhook-delivery-progress.store.ts";
import { type DelayedAttempt, sendAttempts, type WebhookQueue } from "./webhook-queue.ts";
import { OVERDUE_MILLISECONDS } from "./webhook-retry-schedule.rules.ts";

export type QueueDependencies = {
  readonly table: Table;
  readonly queue: WebhookQueue;
  readonly now: () => number;
};

/** The key of a due item, and its delivery or endpoint. */
export type Due = DueKey & { readonly record: DueRecord };

export const toDue = (keys: readonly DueKey[]): Due[] =>
  keys.flatMap((key) => {
    const record = parseDueKey(key.key);
    return record ? [{ ...key, record }] : [];
  });

/** Claims at a time in one of ten shards. All sweeps together make fewer calls than a client has connections. */
const CONCURRENT_CLAIMS = 8;

/**
 * Claims each delivery, so that no one else sends it, and queues its next attempt, spread over the given time. Queues
 * all claimed deliveries even if another claim fails.
 * @throws the first fault, once everything else is done
 */
export const claimAndQueue = async (
  { table, queue, now }: QueueDependencies,
  due: readonly Due[],
  { spreadMilliseconds = 0, isReleased }: QueueOptions = {},
): Promise<void> => {
  const dueAtMilliseconds = now() + OVERDUE_MILLISECONDS;
  const claim = async (
    { key, dueAt, record: { firmId, webhookId, eventId } }: Due,
    index: number,
  ): Promise<DelayedAttempt[]> => {
    if (eventId === null) return [];
    const claims = { id: eventId, dueAtMilliseconds };
    if (!(await claimDelivery(table, { key, dueAt }, claims))) return [];
    const delayMilliseconds = (spreadMilliseconds * index) / due.length;
    return [{ message: { firmId, webhookId, eventId, dueAtMilliseconds, isReleased }, delayMilliseconds }];
  };
  const { results, faults } = await settleConcurrently(due, CONCURRENT_CLAIMS, claim);
  await sendAttempts(queue, results.flat());
  if (faults.length > 0) throw faults[0];
};

type QueueOptions = { readonly spreadMilliseconds?: number; readonly isReleased?: true };

export type Endpoint = Pick<DueRecord, "firmId"> & { readonly webhook: Webhook };

/** Reads the deliveries that wait for the endpoint, oldest first. */
export const listWaiting = async (
  table: Table,
  { firmId, webhook }: Endpoint,
  limit: number,
): Promise<Due[]> => toDue(await listWaitingKeys(table, firmId, webhook.id, limit));

const RELEASE = { spreadMilliseconds: 20_000, isReleased: true } as const;

/** Releases deliveries that wait for the endpoint, in a number that grows by the minute. The sweep releases the rest. */
export const releaseWaiting = async (
  dependencies: QueueDependencies,
  { firmId, webhook }: Endpoint,
): Promise<void> => {
  const { table, now } = dependencies;
  const waiting = await listWaiting(table, { firmId, webhook }, releaseLimit(webhook, now()));
  const checkAtMilliseconds = nextRelease(webhook, waiting.length, now());
  const { isChanged } = await changeHealth(table, firmId, webhook, { checkAtMilliseconds });
  if (!isChanged) return;
  await claimAndQueue(dependencies, waiting, RELEASE);
};
