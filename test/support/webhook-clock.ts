import { DUE_SHARDS, dueMilliseconds, readDue } from "../../shared/table/due-index.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";
import type { DeliveryDependencies } from "../../shared/webhooks/deliver-webhook.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import type { AttemptMessage } from "../../shared/webhooks/webhook-attempt.rules.ts";
import { parseAttemptMessage } from "../../shared/webhooks/webhook-queue.ts";
import {
  newDeliveryDependencies,
  readWebhook,
  runDelivery,
  runSweep,
  storePendingDeliveries,
  storePendingDelivery,
} from "./webhook-deliveries.ts";
import { captureQueue } from "./webhooks.ts";

type Queued = {
  readonly message: AttemptMessage;
  readonly dueMilliseconds: number;
  readonly lineage: number;
};

const MINUTE = 60_000;

/**
 * Runs the queue, the deliveries' function and the sweep of each minute by a clock that the caller moves. Counts
 * messages, and each message lineage's invocations of the function, as Lambda does. If calls of `table` are counted,
 * `ahead` is the same table uncounted, to look for the next due instant.
 */
export const webhookClock = (
  table: Table,
  firm: FirmId,
  post: DeliveryDependencies["post"],
  ahead: Table = table,
) => {
  const { dependencies, clock } = newDeliveryDependencies(table, { post });
  clock.now = Math.ceil(clock.now / MINUTE) * MINUTE;
  let queued: Queued[] = [];
  let lineage = 0;
  const counts = { invocations: 0, messages: 0, sweeps: 0, longestLineage: 0 };
  const enqueue = (message: Queued) => {
    counts.messages += 1;
    queued.push(message);
  };
  captureQueue(({ body, delaySeconds }) => {
    const dueMilliseconds = clock.now + delaySeconds * 1_000;
    enqueue({ message: parseAttemptMessage(body), dueMilliseconds, lineage });
  });

  /** Stores a delivery and queues its first attempt. */
  const send = async (webhook: Webhook) => {
    const stored = await storePendingDelivery(table, firm, webhook, clock.now);
    enqueue({ message: stored.message, dueMilliseconds: clock.now, lineage: 0 });
    return stored;
  };

  const deliverDue = async () => {
    for (;;) {
      const due = queued.filter(({ dueMilliseconds }) => dueMilliseconds <= clock.now);
      if (due.length === 0) return;
      queued = queued.filter((each) => !due.includes(each));
      for (const { message, lineage: before } of due) {
        lineage = before + 1;
        counts.invocations += 1;
        counts.longestLineage = Math.max(counts.longestLineage, lineage);
        await runDelivery(dependencies, message);
        lineage = 0;
      }
    }
  };

  /**
   * Returns the earliest instant, up to `end`, at which something is due for a sweep. Earlier sweeps would find
   * nothing.
   */
  const nextDue = async (end: number): Promise<number> => {
    const pages = await Promise.all(DUE_SHARDS.map((shard) => readDue(ahead, shard, end)));
    return Math.min(...pages.flatMap(({ due }) => due.map(dueMilliseconds)));
  };

  /**
   * Moves the clock to the next event, up to `end`.
   * @returns true if it is a sweep
   */
  const step = async (end: number) => {
    const nextSweep =
      Math.max(Math.floor(clock.now / MINUTE) + 1, Math.ceil((await nextDue(end)) / MINUTE)) * MINUTE;
    clock.now = Math.min(end, nextSweep, ...queued.map(({ dueMilliseconds }) => dueMilliseconds));
    return clock.now === nextSweep;
  };

  return {
    clock,
    counts,
    dependencies,
    send,
    /** Stores a delivery to each endpoint, and queues their first attempts. */
    sendAll: async (webhooks: readonly Webhook[]) => {
      const stored = await storePendingDeliveries(table, firm, webhooks, clock.now);
      for (const { message } of stored) enqueue({ message, dueMilliseconds: clock.now, lineage: 0 });
      return stored;
    },
    queued: () => queued.length,
    /** Loses every message of the queue. */
    purge: () => {
      queued = [];
    },
    /** Runs the queue, and the sweep of each minute in which something is due, for this time. */
    run: async (milliseconds: number) => {
      const end = clock.now + milliseconds;
      await deliverDue();
      while (clock.now < end) {
        const isSweep = await step(end);
        await deliverDue();
        if (isSweep) {
          counts.sweeps += 1;
          await runSweep(dependencies);
          await deliverDue();
        }
      }
    },
    /** Delivers every message of the queue at the same time. */
    deliverAtOnce: async () => {
      const all = queued;
      queued = [];
      await Promise.all(all.map(({ message }) => runDelivery(dependencies, message)));
    },
    /** Runs only the sweep of each minute for this time: nobody takes messages from the queue. */
    stall: async (milliseconds: number) => {
      const end = clock.now + milliseconds;
      while (clock.now < end) {
        clock.now += MINUTE;
        await runSweep(dependencies);
      }
    },
    endpoint: (webhook: Webhook) => readWebhook(table, firm, webhook),
  };
};
