import { requireFound } from "../api/app-error.ts";
import { requireVersion } from "../api/require-version.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { webhookRecord, webhookStore } from "./webhook.store.ts";

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
