import { notFound } from "../../contract/app-error.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { firmKeyStore } from "../../storage/keys/firm-key-store.ts";
import { deleteKey as write } from "../../storage/keys/key-writes.ts";
import { requireVersion } from "../require-version.ts";
import { lastManagingKey } from "./update-key.ts";

type Request = {
  /** Says whether the headers are well-formed; there is no body. */
  readonly body: () => undefined;
  readonly expectedVersion: number | null;
};

/**
 * Deletes a key, unless it is the last that can manage keys.
 * @throws AppError `not_found`, `version_conflict` or `invalid_request`
 */
export const deleteKey = (
  table: Table,
  { firmId, id }: { firmId: FirmId; id: string },
  { body, expectedVersion }: Request,
): Promise<"done"> =>
  retryOnConflict(async () => {
    const key = await firmKeyStore(table).find(firmId, id);
    if (key === null) throw notFound("key");
    body();
    requireVersion("key", key, expectedVersion);
    const written = await write(table, firmId, key);
    if (written === "key_count_limit") throw lastManagingKey("id");
    return written === "done" ? "done" : "conflict";
  });
