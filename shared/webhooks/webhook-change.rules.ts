import { changedFields } from "../api/changed-fields.ts";
import { closedCircuit, releaseFrom } from "./circuit-breaker.rules.ts";
import type { WebhookChanges } from "./webhook.contract.ts";
import type { Webhook } from "./webhook.rules.ts";
import { webhookFields } from "./webhook-fields.contract.ts";

/** Returns the fields that a valid PATCH changes. A new URL, or enabling the endpoint, clears its failures. */
export const webhookChange = (
  webhook: Webhook,
  input: WebhookChanges,
  nowMilliseconds: number,
): Partial<Webhook> => {
  const change = changedFields<Webhook>(webhook, webhookFields.changes(input, webhook));
  const clearsFailures = change.url !== undefined || change.enabled === true;
  return {
    ...change,
    ...(clearsFailures && closedCircuit(nowMilliseconds)),
    ...(change.enabled === true && { disabledReason: null }),
    ...((clearsFailures || change.enabled === false) && releaseFrom(nowMilliseconds)),
  };
};
