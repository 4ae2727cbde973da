import { invalidRequest } from "../../contract/app-error.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { NewWebhook } from "../../contract/webhooks.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { maskViolations, newWebhook, type Webhook } from "../../domain/webhooks/webhook.ts";
import { type WebhookTargets, webhookUrlViolations } from "../../domain/webhooks/webhook-address.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { requireAllowedTarget } from "../../webhooks/checked-address.ts";
import { newWebhookSecret } from "../../webhooks/sign-webhook.ts";

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
