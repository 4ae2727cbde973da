import { expect, it } from "@jest/globals";
import { handler as sweep } from "../../functions/webhooks/sweep-deliveries.consumer.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import { useLog } from "../support/capture-log.ts";
import { fakeDate } from "../support/fake-date.ts";
import { newFirm } from "../support/firms.ts";
import { useTable } from "../support/test-table.ts";
import { minutesBefore, useReminders } from "../support/use-reminders.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { respondingWith } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable({ stream: true });
const { bookWith, minutesOf } = useReminders(table);
const log = useLog();

const MINUTE = 60_000;

it("an invocation that finds late work does it, and then fails, so that the alarm counts it", async () => {
  const id = await bookWith([60]);
  fakeDate(minutesBefore(57));
  await expect(sweep()).rejects.toThrow("failed");
  expect(log.join()).toMatch(/work_late.*reminders.*invocation_failed/s);
  expect(await minutesOf(id)).toEqual([60]);
  await sweep();
});

it("a sweep says that it found a delivery which was due over ten minutes ago", async () => {
  const { firmId } = await newFirm(table);
  const webhooks = webhookClock(table, firmId, respondingWith(204));
  await webhooks.send(await storeWebhook(table, firmId));
  webhooks.purge();
  // It is due five minutes after it was queued.
  webhooks.clock.now += 14 * MINUTE;
  expect(await sweepDeliveries(webhooks.dependencies)).toBe(false);
  webhooks.purge();
  webhooks.clock.now += 16 * MINUTE;
  expect(await sweepDeliveries(webhooks.dependencies)).toBe(true);
});
