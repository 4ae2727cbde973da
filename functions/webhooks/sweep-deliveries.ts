import { runInvocation } from "../../shared/runtime/log.ts";
import { connectTable } from "../../shared/table/table.ts";
import { sweepDeliveries } from "../../shared/webhooks/sweep-deliveries.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const dependencies = {
  table: connectTable(),
  queue: connectWebhookQueue(),
  now: () => Date.now(),
};

export const handler = (): Promise<void> =>
  runInvocation({ function: "sweep-deliveries" }, () => sweepDeliveries(dependencies));
