import { firmStateRecord } from "../settings/firm-state.store.ts";
import { DUE_SHARDS, readDue } from "../table/due-index.ts";
import type { DueRecord } from "../table/parse-record-keys.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import type { Item } from "../table/record-keys.ts";
import { SweepRun } from "../table/sweep-run.ts";
import type { Table } from "../table/table.ts";
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

type Sweep = QueueDependencies & { readonly run: SweepRun; readonly isOver: () => boolean };

/** Below the function's timeout: the rest is due in the next minute. */
const SWEEP_MILLISECONDS = 40_000;

/**
 * Queues every due delivery: its wait was too long for the queue, or its message or function was lost. Checks the
 * endpoints with waiting deliveries. Concurrent sweeps never queue the same attempt twice.
 * @returns whether a delivery was late
 * @throws the first fault, once everything else is done
 */
export const sweepDeliveries = async (dependencies: QueueDependencies): Promise<boolean> => {
  const startedAt = dependencies.now();
  const run = new SweepRun("deliveries", startedAt);
  const isOver = () => dependencies.now() >= startedAt + SWEEP_MILLISECONDS;
  const sweep: Sweep = { ...dependencies, run, isOver };
  await Promise.all(
    DUE_SHARDS.map((shard) => sweepShard(sweep, shard).catch((error: unknown) => run.addFault(error))),
  );
  return run.end();
};

const sweepShard = async (sweep: Sweep, shard: string): Promise<void> => {
  let next: Item | undefined;
  do {
    const page = await readDue(sweep.table, shard, sweep.now(), next);
    await sweepPage(sweep, toDue(page.due));
    next = page.next;
  } while (next && !sweep.isOver());
};

const sweepPage = async (sweep: Sweep, page: readonly Due[]) => {
  await claimAndQueue(sweep, page).catch((error: unknown) => sweep.run.addFault(error));
  for (const due of page)
    await sweep.run.process(due, async () => {
      if (due.record.eventId === null && !sweep.isOver()) await checkEndpoint(sweep, due.record);
    });
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
  if (firm.disabledAt !== null) await endChecks(table, { firmId, webhook });
  else if (webhook.enabled && isCircuitOpen(webhook)) await probeEndpoint(dependencies, { firmId, webhook });
  else await releaseWaiting(dependencies, { firmId, webhook });
};

/**
 * Ends the checks of a disabled firm's endpoint. Reads the firm again, after the endpoint: the firm may have been enabled
 * between the first read of it and that of the endpoint, whose check is then the one that enabling it has scheduled.
 */
const endChecks = async (table: Table, { firmId, webhook }: Endpoint) => {
  const { disabledAt } = await readRecord(table, firmStateRecord(firmId));
  if (disabledAt !== null) await changeHealth(table, firmId, webhook, { checkAtMilliseconds: 0 });
};

const probeEndpoint = async (dependencies: QueueDependencies, { firmId, webhook }: Endpoint) => {
  const { table, now } = dependencies;
  const [waiting] = await listWaiting(table, { firmId, webhook }, 1);
  const probe = waiting && startProbe(webhook, waiting.record.eventId ?? "", now());
  const change = probe ?? nextProbeCheck(webhook, now());
  const { isChanged } = await changeHealth(table, firmId, webhook, change);
  if (isChanged && waiting && probe) await claimAndQueue(dependencies, [waiting]);
};
