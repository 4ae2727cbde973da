import { requireFound } from "../../contract/app-error.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { requireVersion } from "../../domain/require-version.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { firmKeyStore } from "../../storage/keys/firm-key-store.ts";
import { deleteKey as write } from "../../storage/keys/key-writes.ts";
import { lastManagingKey } from "./grant-scopes.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  /** Validates the headers; there is no body. */
  readonly body: () => undefined;
  readonly expectedVersions: readonly number[] | null;
};

/**
 * Deletes a key, unless it is the last one that can manage keys.
 * @throws AppError `not_found`, `version_conflict` or `invalid_request`
 */
export const deleteKey = async (
  table: Table,
  { firmId, params, body, expectedVersions }: Request,
): Promise<void> => {
  const written = await retryOnConflict(async () => {
    const key = requireFound("key", await firmKeyStore(table).find(firmId, params.id));
    body();
    requireVersion("key", key, expectedVersions);
    return write(table, firmId, key);
  });
  if (written === "key_count_limit") throw lastManagingKey("id");
};
