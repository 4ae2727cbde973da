import type { FirmId } from "../../shared/table/firm-id.ts";
import type { Table } from "../../shared/table/table.ts";
import type { DeliveryDependencies } from "../../shared/webhooks/deliver-webhook.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import { type AttemptMessage, parseAttemptMessage } from "../../shared/webhooks/webhook-queue.ts";
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
 * The queue, the deliveries' function and the sweep of each minute, driven by a clock that the caller moves. Counts
 * messages, and how often each message's lineage invoked the function, as Lambda does.
 */
export const webhookClock = (table: Table, firm: FirmId, post: DeliveryDependencies["post"]) => {
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

  /** Moves the clock to the next thing that happens, up to `end`. */
  const step = (end: number, wakeMilliseconds: number) => {
    const nextSweep =
      Math.max(Math.floor(clock.now / MINUTE) + 1, Math.ceil(wakeMilliseconds / MINUTE)) * MINUTE;
    clock.now = Math.min(end, nextSweep, ...queued.map(({ dueMilliseconds }) => dueMilliseconds));
    return clock.now === nextSweep;
  };

  return {
    clock,
    counts,
    dependencies,
    send,
    /** Stores a delivery to each, and queues their first attempts. */
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
    /** Runs the queue, and the sweep each minute, for so long. Before the instant `wakesAt`, a sweep would find nothing. */
    run: async (milliseconds: number, wakesAt = async () => 0) => {
      const end = clock.now + milliseconds;
      await deliverDue();
      while (clock.now < end) {
        const isSweep = step(end, await wakesAt());
        await deliverDue();
        if (isSweep && (await wakesAt()) <= clock.now) {
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
    /** Runs only the sweep of each minute for so long: nobody takes messages from the queue. */
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
