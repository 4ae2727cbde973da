import { systemChange } from "../api/change.ts";
import { indexLeads, PAGE_MILLISECONDS } from "../conflicts/index-leads.steps.ts";
import { processDueLead } from "../leads/due-lead.steps.ts";
import { mapConcurrently } from "../runtime/map-concurrently.ts";
import { type DueKey, dueFrom, dueMilliseconds, REMINDER_SHARDS, readDue } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { parseConflictIndexKey, parseEventSourceKey } from "../table/parse-record-keys.ts";
import { nullIfMissing, readRecord } from "../table/read-records.ts";
import type { Item } from "../table/record-keys.ts";
import { isStoreUnavailability, ReadAgain, retryReads } from "../table/retry.ts";
import { SweepRun } from "../table/sweep-run.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import type { Consultation } from "./consultation.rules.ts";
import { parseConsultation, reminderDue } from "./consultation.store.ts";
import { emitReminder, endReminders } from "./reminder.store.ts";

type ReminderDependencies = {
  readonly table: Table;
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

type Sweep = ReminderDependencies & {
  readonly run: SweepRun;
  readonly until: number;
  readonly isOver: () => boolean;
  /** The indexing of leads, which takes longer than anything else and holds up none of it. */
  readonly indexing: Promise<void>[];
  readonly nextTurn: () => Promise<unknown>;
};

/** Below the function's timeout: the rest is due in the next minute. */
const SWEEP_MILLISECONDS = 50_000;

/** Waits for reminders that are due this soon: the next sweep, a minute away, can be as late and still be in time. */
const AHEAD_MILLISECONDS = 20_000;

/** Reminders at a time in one of ten shards. All sweeps together make fewer calls than a client has connections. */
const CONCURRENT_REMINDERS = 5;

/**
 * Emits every due reminder, however late, if the consultation has not begun, and does what leads are due for. Meanwhile
 * it brings leads to the conflict index. Concurrent sweeps never emit the same event twice.
 * @returns whether a reminder was late
 * @throws the first fault, once everything else is done
 */
export const sweepReminders = async (dependencies: ReminderDependencies): Promise<boolean> => {
  const startedAt = dependencies.now();
  const sweep: Sweep = {
    ...dependencies,
    run: new SweepRun("reminders", startedAt),
    until: startedAt + AHEAD_MILLISECONDS,
    isOver: () => dependencies.now() >= startedAt + SWEEP_MILLISECONDS,
    indexing: [],
    nextTurn: turns(dependencies.wait, PAGE_MILLISECONDS),
  };
  await Promise.all(
    REMINDER_SHARDS.map((shard) =>
      sweepShard(sweep, shard).catch((error: unknown) => sweep.run.addFault(error)),
    ),
  );
  await Promise.all(sweep.indexing);
  return sweep.run.end();
};

/** Returns a function that lets its callers go on one by one, each after an interval. */
const turns = (wait: ReminderDependencies["wait"], milliseconds: number) => {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    last = last.then(() => wait(milliseconds));
    return last;
  };
};

const sweepShard = async (sweep: Sweep, shard: string): Promise<void> => {
  let next: Item | undefined;
  do {
    const page = await readDue(sweep.table, shard, sweep.until, next);
    await mapConcurrently(page.due, CONCURRENT_REMINDERS, (due) => process(sweep, due));
    next = page.next;
  } while (next && !sweep.isOver());
};

const process = async (sweep: Sweep, due: DueKey): Promise<void> => {
  const firm = parseConflictIndexKey(due.key);
  if (firm !== null) {
    sweep.indexing.push(index(sweep, firm, due));
    return;
  }
  await sweep.run.process(due, async () => {
    await waitUntilDue(sweep, due);
    await retryReads(() => remind(sweep, due).catch(readAgainIfBusy));
  });
};

/** An index takes hours in a large firm, and is never late. */
const index = (sweep: Sweep, firm: FirmId, due: DueKey): Promise<void> =>
  sweep.run.process({ ...due, dueAt: dueFrom("", sweep.now()) }, () => indexLeads(sweep, firm, due));

/** Waits before the first try, since tries end after a while. */
const waitUntilDue = async ({ now, wait }: Sweep, due: DueKey) => {
  const early = dueMilliseconds(due) - now();
  if (early > 0) await wait(early);
};

/** Tries again while the store is busy: the next sweep may be too late. */
const readAgainIfBusy = (error: unknown): never => {
  throw isStoreUnavailability(error) ? new ReadAgain() : error;
};

const remind = async (sweep: Sweep, due: DueKey): Promise<void> => {
  const { table, now, isOver } = sweep;
  if (isOver()) return;
  const source = parseEventSourceKey(due.key);
  if (source?.kind === "LEAD") return processDueLead(sweep, source.firmId, due.key.sk);
  let consultation = await readRecord(table, { key: due.key, parse: nullIfMissing(parseConsultation) });
  // A concurrent change may keep the reminder.
  while (consultation !== null && reminderDue(consultation).dueAt === due.dueAt) {
    const outcome = await updateItem(table, reminderUpdate(consultation, due, now()));
    if (outcome.result === "done") return;
    consultation = outcome.item ? parseConsultation(outcome.item) : null;
  }
};

/** Nobody needs a reminder after the start. */
const reminderUpdate = (consultation: Consultation, due: DueKey, nowMilliseconds: number) =>
  Date.parse(consultation.startAt) <= nowMilliseconds
    ? endReminders(due)
    : emitReminder(consultation, due, systemChange(nowMilliseconds));
