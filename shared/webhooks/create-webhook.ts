import { allowedTarget } from "../api/allowed-target.ts";
import { operation } from "../api/operation.ts";
import type { RequestTargets } from "../runtime/checked-address.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { fullList } from "../schema/full-list.ts";
import { LIMITS } from "../schema/limits.ts";
import { targetUrlViolations } from "../schema/target-url.ts";
import { newWebhookSecret } from "./sign-webhook.ts";
import { createWebhookEndpoint } from "./webhook.contract.ts";
import { maskViolations, newWebhook, webhookResource } from "./webhook.rules.ts";
import { putWebhook, webhooksOfFirm } from "./webhook.store.ts";

/** Creates an endpoint. Concurrent requests may exceed the limit by a few, which does no harm. */
export const createWebhook = (targets: RequestTargets) =>
  operation(createWebhookEndpoint, {
    reads: ({ firmId }) => ({ webhooks: webhooksOfFirm(firmId) }),

    violations: (_, { json }) => [...targetUrlViolations(json.url, targets), ...maskViolations(json.headers)],

    decide: async ({ webhooks }, { firmId, input, newId, nowMilliseconds }, read) => {
      if (webhooks.length >= LIMITS.webhooks) throw invalidRequest([fullList("webhooks")]);
      const { warnings } = await read({ warnings: allowedTarget(input.url, targets) });
      const webhook = newWebhook(newId, newWebhookSecret(), input);
      return {
        writes: [putWebhook(firmId, webhook)],
        answer: { ...webhookResource(webhook, nowMilliseconds, warnings), secret: webhook.secret },
      };
    },
  });
