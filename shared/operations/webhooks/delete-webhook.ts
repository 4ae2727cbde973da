import { requireFound } from "../../contract/app-error.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { requireVersion } from "../../domain/require-version.ts";
import { readRecord } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { webhookRecord, webhookStore } from "../../storage/webhooks/webhook-store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
  readonly expectedVersions: readonly number[] | null;
};

/** @throws AppError `not_found`, `invalid_request` or `version_conflict` */
export const deleteWebhook = async (
  table: Table,
  { firmId, params, body, expectedVersions }: Request,
): Promise<void> => {
  await retryOnConflict(async () => {
    const webhook = requireFound("webhook", await readRecord(table, webhookRecord(firmId, params.id)));
    body();
    requireVersion("webhook", webhook, expectedVersions);
    return webhookStore(table).delete(firmId, webhook);
  });
};
