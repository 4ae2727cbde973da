import { isCircuitOpen, startTry } from "../../domain/webhooks/circuit-breaker.ts";
import { describeCause } from "../../runtime/describe-cause.ts";
import { log } from "../../runtime/log.ts";
import type { Item } from "../../storage/dynamodb/item.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import type { DueRecord } from "../../storage/record-keys.ts";
import { DUE_SHARDS, readDue } from "../../storage/webhooks/due-index.ts";
import { webhookRecord, webhookStore } from "../../storage/webhooks/webhook-store.ts";
import {
  type Due,
  type Endpoint,
  listWaiting,
  type QueueDependencies,
  queueDue,
  releaseWaiting,
  toDue,
} from "./queue-due.ts";

/** Below the function's timeout: what is left is due in the next minute. */
const SWEEP_MILLISECONDS = 40_000;

/**
 * Queues every delivery that is due: whose wait was too long for the queue, or whose message or function was lost. Looks
 * after the deliveries that wait for an endpoint. Several sweeps at once never queue the same attempt.
 */
export const sweepDeliveries = async (dependencies: QueueDependencies): Promise<void> => {
  const deadline = dependencies.now() + SWEEP_MILLISECONDS;
  await Promise.all(DUE_SHARDS.map((shard) => sweepShard(dependencies, shard, deadline)));
};

const sweepShard = async (dependencies: QueueDependencies, shard: string, deadline: number) => {
  const { table, now } = dependencies;
  let next: Item | undefined;
  do {
    const page = await readDue(table, shard, now(), next);
    await sweepPage(dependencies, toDue(page.due)).catch((error: unknown) =>
      // What was taken is due again later.
      log("error", "sweep_failed", { shard, cause: describeCause(error, []) }),
    );
    next = page.next;
  } while (next && now() < deadline);
};

const sweepPage = async (dependencies: QueueDependencies, due: readonly Due[]) => {
  await queueDue(dependencies, due);
  for (const { record } of due) {
    if (record.eventId === null) await checkEndpoint(dependencies, record);
  }
};

/** Lets one waiting delivery try an endpoint whose circuit is open, and releases them when it is closed. */
const checkEndpoint = async (dependencies: QueueDependencies, { firmId, webhookId }: DueRecord) => {
  const webhook = await readRecord(dependencies.table, webhookRecord(firmId, webhookId));
  if (webhook === null) return;
  const isTried = webhook.enabled && isCircuitOpen(webhook);
  await (isTried ? tryEndpoint : releaseWaiting)(dependencies, { firmId, webhook });
};

const tryEndpoint = async (dependencies: QueueDependencies, { firmId, webhook }: Endpoint) => {
  const { table, now } = dependencies;
  const store = webhookStore(table);
  const [waiting] = await listWaiting(table, { firmId, webhook }, 1);
  if (waiting === undefined) {
    await store.changeHealth(firmId, webhook, { checkAtMilliseconds: 0 });
    return;
  }
  const start = startTry(webhook, waiting.record.eventId ?? "", now());
  const change = start ?? { checkAtMilliseconds: webhook.retryAtMilliseconds };
  const { isChanged } = await store.changeHealth(firmId, webhook, change);
  if (isChanged && start) await queueDue(dependencies, [waiting]);
};
