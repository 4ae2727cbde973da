import { allowedTarget } from "../api/allowed-target.ts";
import { operation, required } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import type { RequestTargets } from "../runtime/checked-address.ts";
import { targetUrlViolations } from "../schema/target-url.ts";
import { updateWebhookEndpoint } from "./webhook.contract.ts";
import { headersViolations, webhookResource } from "./webhook.rules.ts";
import { changeWebhook, webhookRecord } from "./webhook.store.ts";
import { webhookChange } from "./webhook-change.rules.ts";

/** Changes the fields that differ. */
export const updateWebhook = (targets: RequestTargets) =>
  operation(updateWebhookEndpoint, {
    reads: ({ firmId, params }) => ({ webhook: required("webhook", webhookRecord(firmId, params.id)) }),

    violations: ({ webhook }, { json }) => [
      ...targetUrlViolations(json.url, targets),
      ...headersViolations(webhook, json),
    ],

    decide: async ({ webhook }, { firmId, input, expectedVersions, nowMilliseconds }, read) => {
      const fields = webhookChange(webhook, input, nowMilliseconds);
      requireVersion("webhook", webhook, expectedVersions);
      const { warnings } = await read({ warnings: allowedTarget(fields.url, targets) });
      if (Object.keys(fields).length === 0) return { answer: webhookResource(webhook, nowMilliseconds) };
      const after = { ...webhook, ...fields, version: webhook.version + 1 };
      return {
        writes: [changeWebhook(firmId, webhook, fields)],
        answer: webhookResource(after, nowMilliseconds, warnings),
      };
    },
  });
