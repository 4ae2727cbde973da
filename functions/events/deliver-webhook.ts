import type { SQSEvent } from "aws-lambda";
import { connectDeliveryQueue } from "../../shared/messaging/delivery-queue.ts";
import { postWebhook } from "../../shared/messaging/post-webhook.ts";
import { deliverEach } from "../../shared/operations/deliver-each.ts";
import { environmentVariable } from "../../shared/runtime/environment.ts";
import { webhookTargets } from "../../shared/runtime/webhook-targets.ts";
import { connectTable } from "../../shared/storage/table.ts";

const targets = webhookTargets();

const courier = {
  table: connectTable(),
  queue: connectDeliveryQueue(environmentVariable("DELIVERY_QUEUE_URL")),
  post: (request: Parameters<typeof postWebhook>[0]) => postWebhook(request, { targets }),
  now: () => Date.now(),
  random: Math.random,
};

export const handler = ({ Records }: SQSEvent) => deliverEach(courier, Records);
