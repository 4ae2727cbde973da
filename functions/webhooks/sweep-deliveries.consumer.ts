import { setTimeout } from "node:timers/promises";
import { connectFeedQueue } from "../../shared/calendars/feed-queue.ts";
import { sweepCalendars } from "../../shared/calendars/sweep-calendars.ts";
import { sweepFeeds } from "../../shared/calendars/sweep-feeds.ts";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import { moveStrayLeads } from "../../shared/firm/move-stray-leads.ts";
import { sweepLinks } from "../../shared/links/sweep-links.ts";
import { runConsumer } from "../../shared/runtime/log.ts";
import { settleConcurrently } from "../../shared/runtime/map-concurrently.ts";
import { connectTable } from "../../shared/table/table.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const dependencies = {
  table: connectTable(),
  queue: connectWebhookQueue(),
  feeds: connectFeedQueue(),
  now: () => Date.now(),
  random: Math.random,
  wait: (milliseconds: number) => setTimeout(milliseconds),
};

const SWEEPS = [sweepDeliveries, sweepReminders, moveStrayLeads, sweepLinks, sweepCalendars, sweepFeeds];

/** Runs each sweep to its end, even if another one fails. Late work is a failure too, which the alarm counts. */
const sweep = async () => {
  const { results, faults } = await settleConcurrently(SWEEPS, SWEEPS.length, (run) => run(dependencies));
  if (faults.length > 0 || results.includes(true))
    throw new Error("A sweep failed, or found late work.", { cause: faults[0] });
};

export const handler = (): Promise<void> => runConsumer("sweep-deliveries", sweep);
