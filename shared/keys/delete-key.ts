import { requireFound } from "../api/app-error.ts";
import { requireVersion } from "../api/require-version.ts";
import type { FirmId } from "../table/firm-id.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { firmKeyStore } from "./firm-key.store.ts";
import { lastManagingKey } from "./grant-scopes.ts";
import { deleteKey as write } from "./key-writes.store.ts";

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
