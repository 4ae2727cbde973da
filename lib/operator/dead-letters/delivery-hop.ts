import { SQSClient } from "@aws-sdk/client-sqs";
import { parseAttemptMessage, sendAttempt } from "../../../shared/webhooks/webhook-queue.ts";
import { physicalIdOf } from "../deployment.ts";
import { type Hop, REPLAYED } from "./dead-letter.ts";
import { queueLetters } from "./stored-letters.ts";

/** Attempts at a delivery that failed twice. Those that the sweep has queued again meanwhile are void. */
export const deliveryDeadLetters: Hop = {
  name: "DeliveryDeadLetters",
  runbook: "delivery-dead-letters",
  open: (deployment) => {
    const deliveries = {
      url: physicalIdOf(deployment, "AWS::SQS::Queue", "WebhooksDeliveries"),
      client: new SQSClient(deployment.clientConfig),
    };
    return {
      letters: () => queueLetters(deployment, "DeliveryDeadLetters"),
      read: ({ body }) => {
        const message = parseAttemptMessage(body);
        const { firmId, eventId: subjectId, webhookId } = message;
        return {
          entries: [{ firmId, leadId: null, subjectId, eventType: null, webhookId }],
          reason: "received too often",
          replay: async () => {
            await sendAttempt(deliveries, { message });
            return REPLAYED;
          },
        };
      },
    };
  },
};
