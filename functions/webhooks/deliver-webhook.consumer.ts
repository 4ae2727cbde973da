import type { SQSEvent } from "aws-lambda";
import { requestTargets } from "../../shared/runtime/environment.ts";
import { runConsumer } from "../../shared/runtime/log.ts";
import { connectTable } from "../../shared/table/table.ts";
import { deliverBatch } from "../../shared/webhooks/deliver-webhook.ts";
import { postWebhook } from "../../shared/webhooks/post-webhook.ts";
import { connectWebhookQueue } from "../../shared/webhooks/webhook-queue.ts";

const targets = requestTargets();

const dependencies = {
  table: connectTable(),
  queue: connectWebhookQueue(),
  post: (request: Parameters<typeof postWebhook>[0]) => postWebhook(request, { targets }),
  now: () => Date.now(),
  random: Math.random,
};

export const handler = ({ Records }: SQSEvent) =>
  runConsumer("deliver-webhook", () => deliverBatch(dependencies, Records));
