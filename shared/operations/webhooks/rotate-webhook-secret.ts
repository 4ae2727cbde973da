import type { FirmId } from "../../domain/firm/firm-id.ts";
import { secretRotation, type Webhook } from "../../domain/webhooks/webhook.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { newWebhookSecret } from "../../webhooks/webhook-secret.ts";
import { findWebhook } from "./update-webhook.ts";

/**
 * Gives an endpoint a new secret; the one before signs as well for another day.
 * @throws AppError `not_found`
 */
export const rotateWebhookSecret = (
  table: Table,
  target: { readonly firmId: FirmId; readonly id: string },
  nowMilliseconds: number,
): Promise<Webhook> =>
  retryOnConflict(async () => {
    const webhook = await findWebhook(table, target);
    const rotation = secretRotation(webhook, newWebhookSecret(), nowMilliseconds);
    const { version } = webhook;
    return (await webhookStore(table).change(target.firmId, webhook.id, rotation, { version })) ?? "conflict";
  });
