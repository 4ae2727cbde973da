import { setTimeout } from "node:timers/promises";
import { sweepCalendars } from "../../shared/calendars/sweep-calendars.ts";
import { sweepReminders } from "../../shared/consultations/sweep-reminders.ts";
import { moveStrayLeads } from "../../shared/firm/move-stray-leads.ts";
import { sweepLinks } from "../../shared/links/sweep-links.ts";
import { runConsumer } from "../../shared/runtime/log.ts";
import { connectTable } from "../../shared/table/table.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const dependencies = {
  table: connectTable(),
  queue: connectWebhookQueue(),
  now: () => Date.now(),
  wait: (milliseconds: number) => setTimeout(milliseconds),
};

/** Runs each sweep to its end, even if another one fails. */
const sweep = async () => {
  const sweeps = await Promise.allSettled([
    sweepDeliveries(dependencies),
    sweepReminders(dependencies),
    moveStrayLeads(dependencies),
    sweepLinks(dependencies),
    sweepCalendars(dependencies),
  ]);
  for (const each of sweeps) if (each.status === "rejected") throw each.reason;
};

export const handler = (): Promise<void> => runConsumer("sweep-deliveries", sweep);
