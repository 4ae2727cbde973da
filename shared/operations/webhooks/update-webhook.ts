import { notFound, type Violation } from "../../contract/app-error.ts";
import type { WebhookChanges } from "../../contract/webhooks.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { type Webhook, webhookChange } from "../../domain/webhooks/webhook.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { webhookRecord, webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { requireVersion } from "../require-version.ts";

type Target = { readonly firmId: FirmId; readonly id: string };

type Request = {
  readonly urlViolations: () => Promise<readonly Violation[]>;
  readonly body: (others: readonly Violation[]) => WebhookChanges;
  readonly expectedVersion: number | null;
};

/** @throws AppError `not_found` */
export const findWebhook = async (table: Table, { firmId, id }: Target): Promise<Webhook> => {
  const { webhook } = await readRecords(table, { webhook: webhookRecord(firmId, id) });
  if (webhook === null) throw notFound("webhook");
  return webhook;
};

/**
 * Changes what differs from the endpoint as it stands; decided again when it has moved on meanwhile.
 * @throws AppError `not_found`, `invalid_request` or `version_conflict`
 */
export const updateWebhook = (
  table: Table,
  target: Target,
  { urlViolations, body, expectedVersion }: Request,
): Promise<Webhook> =>
  retryOnConflict(async () => {
    const webhook = await findWebhook(table, target);
    const changes = body(await urlViolations());
    requireVersion("webhook", webhook, expectedVersion);
    const change = webhookChange(webhook, changes);
    if (Object.keys(change).length === 0) return webhook;
    const { version } = webhook;
    return (await webhookStore(table).change(target.firmId, webhook.id, change, { version })) ?? "conflict";
  });
