import { environmentVariable } from "../../shared/runtime/environment.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { connectTable } from "../../shared/table/table.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const dependencies = {
  table: connectTable(),
  queue: connectWebhookQueue(environmentVariable("DELIVERY_QUEUE_URL")),
  now: () => Date.now(),
};

export const handler = (): Promise<void> =>
  runInvocation({ function: "sweep-deliveries" }, () => sweepDeliveries(dependencies));
