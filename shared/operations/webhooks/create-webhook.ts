import { invalidRequest } from "../../contract/app-error.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import type { NewWebhook } from "../../contract/webhooks.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { newWebhook, type Webhook } from "../../domain/webhooks/webhook.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { newWebhookSecret } from "../../webhooks/webhook-secret.ts";

/**
 * Makes an endpoint. Creates at the same instant may pass the limit by a few, which hurts nobody.
 * @throws AppError `invalid_request` when the firm has too many
 */
export const createWebhook = async (
  table: Table,
  firm: FirmId,
  sent: NewWebhook,
  nowMilliseconds: number,
): Promise<Webhook> => {
  const store = webhookStore(table);
  if ((await store.all(firm)).length >= LIMITS.webhooks) {
    const message = `must be one of at most ${LIMITS.webhooks} endpoints: delete unused ones`;
    throw invalidRequest([{ field: "url", message }]);
  }
  const webhook = newWebhook(newRecordId(nowMilliseconds), newWebhookSecret(), sent);
  await store.create(firm, webhook);
  return webhook;
};
