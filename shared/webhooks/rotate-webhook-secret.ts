import { requireFound } from "../api/app-error.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { newWebhookSecret } from "./sign-webhook.ts";
import { secretRotation, type Webhook } from "./webhook.rules.ts";
import { webhookRecord, webhookStore } from "./webhook.store.ts";

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
