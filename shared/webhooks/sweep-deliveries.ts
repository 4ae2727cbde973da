import { isLate } from "../runtime/lateness.ts";
import { describeCause, log } from "../runtime/log.ts";
import { firmStateRecord } from "../settings/firm-state.store.ts";
import { DUE_SHARDS, dueMilliseconds, readDue } from "../table/due-index.ts";
import type { DueRecord } from "../table/parse-record-keys.ts";
import { readRecords } from "../table/read-records.ts";
import type { Item } from "../table/record-keys.ts";
import { isCircuitOpen, nextProbeCheck, startProbe } from "./circuit-breaker.rules.ts";
import {
  claimAndQueue,
  type Due,
  type Endpoint,
  listWaiting,
  type QueueDependencies,
  releaseWaiting,
  toDue,
} from "./claim-and-queue.ts";
import { changeHealth, webhookRecord } from "./webhook.store.ts";

/** One run of the sweep. It collects faults, so that none of them stops the rest. */
type Sweep = QueueDependencies & { readonly faults: unknown[]; readonly isOver: () => boolean };

/** Below the function's timeout: the rest is due in the next minute. */
const SWEEP_MILLISECONDS = 40_000;

/**
 * Queues every due delivery: its wait was too long for the queue, or its message or function was lost. Checks the
 * endpoints with waiting deliveries. Concurrent sweeps never queue the same attempt twice.
 * @returns whether a delivery was late
 * @throws the first fault, once everything else is done
 */
export const sweepDeliveries = async (dependencies: QueueDependencies): Promise<boolean> => {
  const deadline = dependencies.now() + SWEEP_MILLISECONDS;
  const sweep: Sweep = { ...dependencies, faults: [], isOver: () => dependencies.now() >= deadline };
  const overdueMilliseconds = await Promise.all(
    DUE_SHARDS.map((shard) => sweepShard(sweep, shard).catch((error: unknown) => addFault(sweep, error))),
  );
  const wasLate = isLate("deliveries", Math.max(...overdueMilliseconds) / 1_000);
  if (sweep.faults.length > 0) throw sweep.faults[0];
  return wasLate;
};

const addFault = ({ faults }: Sweep, error: unknown) => {
  faults.push(error);
  log("error", "sweep_failed", { cause: describeCause(error) });
  return 0;
};

/**
 * Sweeps one shard.
 * @returns the longest wait of a due item
 */
const sweepShard = async (sweep: Sweep, shard: string): Promise<number> => {
  const startedAt = sweep.now();
  let oldest = startedAt;
  let next: Item | undefined;
  do {
    const page = await readDue(sweep.table, shard, sweep.now(), next);
    oldest = Math.min(oldest, ...page.due.map(dueMilliseconds));
    await sweepPage(sweep, toDue(page.due));
    next = page.next;
  } while (next && !sweep.isOver());
  return startedAt - oldest;
};

const sweepPage = async (sweep: Sweep, due: readonly Due[]) => {
  await claimAndQueue(sweep, due).catch((error: unknown) => addFault(sweep, error));
  for (const { record } of due) {
    if (record.eventId !== null || sweep.isOver()) continue;
    await checkEndpoint(sweep, record).catch((error: unknown) => addFault(sweep, error));
  }
};

/**
 * Lets one waiting delivery probe an endpoint with an open circuit, and releases them once it is closed. While the firm
 * is disabled they wait: enabling it schedules the next check.
 */
const checkEndpoint = async (dependencies: QueueDependencies, { firmId, webhookId }: DueRecord) => {
  const { table } = dependencies;
  const { firm, webhook } = await readRecords(table, {
    firm: firmStateRecord(firmId),
    webhook: webhookRecord(firmId, webhookId),
  });
  if (webhook === null) return;
  if (firm.disabledAt !== null) await changeHealth(table, firmId, webhook, NO_CHECK);
  else if (webhook.enabled && isCircuitOpen(webhook)) await probeEndpoint(dependencies, { firmId, webhook });
  else await releaseWaiting(dependencies, { firmId, webhook });
};

const NO_CHECK = { checkAtMilliseconds: 0 };

const probeEndpoint = async (dependencies: QueueDependencies, { firmId, webhook }: Endpoint) => {
  const { table, now } = dependencies;
  const [waiting] = await listWaiting(table, { firmId, webhook }, 1);
  const probe = waiting && startProbe(webhook, waiting.record.eventId ?? "", now());
  const change = probe ?? nextProbeCheck(webhook, now());
  const { isChanged } = await changeHealth(table, firmId, webhook, change);
  if (isChanged && waiting && probe) await claimAndQueue(dependencies, [waiting]);
};
