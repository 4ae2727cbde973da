import { describeCause } from "../../runtime/describe-cause.ts";
import { log } from "../../runtime/log.ts";
import { parseAttemptMessage } from "../../webhooks/webhook-queue.ts";
import { type Courier, deliverWebhook } from "./deliver-webhook.ts";

type QueuedMessage = { readonly messageId: string; readonly body: string };

/** Makes the attempts of a batch all at once, and reports the messages that the queue is to hand out again. */
export const deliverEach = async (courier: Courier, messages: readonly QueuedMessage[]) => {
  const failed = await Promise.all(messages.map((message) => failureOf(courier, message)));
  return { batchItemFailures: failed.flat() };
};

const failureOf = async (courier: Courier, { messageId, body }: QueuedMessage) => {
  try {
    await deliverWebhook(courier, parseAttemptMessage(body));
    return [];
  } catch (error) {
    log("error", "delivery_not_attempted", { messageId, cause: describeCause(error, []) });
    return [{ itemIdentifier: messageId }];
  }
};
