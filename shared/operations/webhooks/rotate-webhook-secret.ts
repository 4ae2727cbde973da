import { requireFound } from "../../contract/app-error.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { secretRotation, type Webhook } from "../../domain/webhooks/webhook.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookRecord, webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { newWebhookSecret } from "../../webhooks/sign-webhook.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
  readonly nowMilliseconds: number;
};

/**
 * Creates a new secret for an endpoint; for a day, requests are also signed with the previous one.
 * @throws AppError `not_found`
 */
export const rotateWebhookSecret = (
  table: Table,
  { firmId, params, body, nowMilliseconds }: Request,
): Promise<Webhook> =>
  retryOnConflict(async () => {
    const webhook = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
    body();
    const rotation = secretRotation(webhook, newWebhookSecret(), nowMilliseconds);
    return webhookStore(table).change(firmId, webhook.id, rotation, { version: webhook.version });
  });
