import { invalidRequest } from "../api/app-error.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { Violation } from "../api/schema/violations.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Table } from "../table/table.ts";
import { requireAllowedTarget } from "./checked-address.ts";
import { newWebhookSecret } from "./sign-webhook.ts";
import type { NewWebhook } from "./webhook.contract.ts";
import { maskViolations, newWebhook, type Webhook } from "./webhook.rules.ts";
import { webhookStore } from "./webhook.store.ts";
import { type WebhookTargets, webhookUrlViolations } from "./webhook-address.rules.ts";

type Dependencies = { readonly table: Table; readonly targets: WebhookTargets };

type Request = {
  readonly firmId: FirmId;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => NewWebhook;
  readonly nowMilliseconds: number;
};

/**
 * Creates an endpoint. Concurrent requests may exceed the limit by a few, which does no harm.
 * @throws AppError `invalid_request`, also when the firm has too many endpoints
 */
export const createWebhook = async (
  { table, targets }: Dependencies,
  { firmId, json, body, nowMilliseconds }: Request,
): Promise<Webhook> => {
  const input = body([...webhookUrlViolations(json.url, targets), ...maskViolations(json.headers)]);
  await requireAllowedTarget(input.url, targets);
  const store = webhookStore(table);
  if ((await store.all(firmId)).length >= LIMITS.webhooks) {
    const message = `must be one of at most ${LIMITS.webhooks} endpoints: delete unused ones`;
    throw invalidRequest([{ field: "url", message }]);
  }
  const webhook = newWebhook(newRecordId(nowMilliseconds), newWebhookSecret(), input);
  await store.create(firmId, webhook);
  return webhook;
};
