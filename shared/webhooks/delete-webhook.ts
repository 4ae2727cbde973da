import { operation, required } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { deleteWebhookEndpoint } from "./webhook.contract.ts";
import { removeWebhook, webhookRecord } from "./webhook.store.ts";

/** Deletes an endpoint. Its pending deliveries are skipped. */
export const deleteWebhook = operation(deleteWebhookEndpoint, {
  reads: ({ firmId, params }) => ({ webhook: required("webhook", webhookRecord(firmId, params.id)) }),

  decide: ({ webhook }, { firmId, expectedVersions }) => {
    requireVersion("webhook", webhook, expectedVersions);
    return { writes: [removeWebhook(firmId, webhook)], answer: undefined };
  },
});
