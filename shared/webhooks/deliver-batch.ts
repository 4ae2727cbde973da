import { describeCause, log } from "../runtime/log.ts";
import { type DeliveryDependencies, deliverWebhook } from "./deliver-webhook.ts";
import { parseAttemptMessage } from "./webhook-queue.ts";

type QueuedMessage = { readonly messageId: string; readonly body: string };

/** Makes the attempts of a batch concurrently, and reports the messages that the queue must deliver again. */
export const deliverBatch = async (
  dependencies: DeliveryDependencies,
  messages: readonly QueuedMessage[],
) => {
  const failed = await Promise.all(messages.map((message) => tryDelivery(dependencies, message)));
  return { batchItemFailures: failed.flat() };
};

/** @returns the message as a batch item failure, or nothing */
const tryDelivery = async (dependencies: DeliveryDependencies, { messageId, body }: QueuedMessage) => {
  try {
    await deliverWebhook(dependencies, parseAttemptMessage(body));
    return [];
  } catch (error) {
    log("error", "delivery_not_attempted", { messageId, cause: describeCause(error, []) });
    return [{ itemIdentifier: messageId }];
  }
};
