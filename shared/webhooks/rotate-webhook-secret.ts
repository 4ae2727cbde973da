import { operation, required } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { newWebhookSecret } from "./sign-webhook.ts";
import { rotateWebhookSecretEndpoint } from "./webhook.contract.ts";
import { secretRotation, webhookResource } from "./webhook.rules.ts";
import { changeWebhook, webhookRecord } from "./webhook.store.ts";

/** Creates a new secret for an endpoint. For a day, requests are also signed with the previous one. */
export const rotateWebhookSecret = operation(rotateWebhookSecretEndpoint, {
  reads: ({ firmId, params }) => ({ webhook: required("webhook", webhookRecord(firmId, params.id)) }),

  decide: ({ webhook }, { firmId, expectedVersions, nowMilliseconds }) => {
    requireVersion("webhook", webhook, expectedVersions);
    const rotation = secretRotation(webhook, newWebhookSecret(), nowMilliseconds);
    const after = { ...webhook, ...rotation, version: webhook.version + 1 };
    return {
      writes: [changeWebhook(firmId, webhook, rotation)],
      answer: { ...webhookResource(after, nowMilliseconds), secret: after.secret },
    };
  },
});
