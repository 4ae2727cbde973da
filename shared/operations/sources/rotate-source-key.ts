import { notFound } from "../../contract/app-error.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { type IngestionKey, rotatedKeys, type Source } from "../../domain/sources/source.ts";
import { readRecords } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { sourceRecord, sourceStore } from "../../storage/sources/source-store.ts";
import { requireVersion } from "../require-version.ts";
import { newIngestionKey } from "./new-ingestion-key.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly body: () => { readonly old_key_valid_hours: number };
  readonly expectedVersion: number | null;
  readonly nowMilliseconds: number;
};

/**
 * Gives a source a new key, which is shown this once; the one before works for a while, any older one no longer.
 * @throws AppError `not_found`, `invalid_request` or `version_conflict`
 */
export const rotateSourceKey = (
  table: Table,
  { firmId, params, body, expectedVersion, nowMilliseconds }: Request,
): Promise<{ secret: string; source: Source }> =>
  retryOnConflict(async () => {
    const { source } = await readRecords(table, { source: sourceRecord(firmId, params.id) });
    if (source === null) throw notFound("source");
    const { old_key_valid_hours: hours } = body();
    requireVersion("source", source, expectedVersion);
    const made = newIngestionKey(firmId, source, nowMilliseconds);
    const keys: IngestionKey[] = rotatedKeys(source.keys, made.entry, { hours, nowMilliseconds });
    const written = await sourceStore(table).rotate(firmId, source, { made, keys });
    if (written === "conflict") return written;
    return { secret: made.secret, source: { ...source, keys, version: source.version + 1 } };
  });
