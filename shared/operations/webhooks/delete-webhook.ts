import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { webhookStore } from "../../storage/webhooks/webhook-store.ts";
import { requireVersion } from "../require-version.ts";
import { findWebhook } from "./update-webhook.ts";

type Request = {
  /** Says whether the headers are well-formed; there is no body. */
  readonly body: () => undefined;
  readonly expectedVersion: number | null;
};

/** @throws AppError `not_found`, `invalid_request` or `version_conflict` */
export const deleteWebhook = (
  table: Table,
  target: { readonly firmId: FirmId; readonly id: string },
  { body, expectedVersion }: Request,
): Promise<"done"> =>
  retryOnConflict(async () => {
    const webhook = await findWebhook(table, target);
    body();
    requireVersion("webhook", webhook, expectedVersion);
    return (await webhookStore(table).delete(target.firmId, webhook)) ? "done" : "conflict";
  });
