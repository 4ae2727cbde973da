import { firmDisabled, requireFound } from "../api/app-error.ts";
import { requireVersion } from "../api/require-version.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecord } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { newIngestionKey } from "./new-ingestion-key.ts";
import { type IngestionKey, rotatedKeys, type Source } from "./source.rules.ts";
import { sourceRecord, sourceStore } from "./source.store.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly body: () => { readonly old_key_valid_hours: number };
  readonly expectedVersions: readonly number[] | null;
  readonly nowMilliseconds: number;
};

/**
 * Creates a new key for a source. The previous key works for the given hours.
 * @throws AppError `not_found`, `invalid_request`, `version_conflict`, or `key_disabled` when the firm is disabled
 */
export const rotateSourceKey = (
  table: Table,
  { firmId, params, body, expectedVersions, nowMilliseconds }: Request,
): Promise<{ secret: string; source: Source }> =>
  retryOnConflict(async () => {
    const source = requireFound("source", await readRecord(table, sourceRecord(firmId, params.id)));
    const { old_key_valid_hours: hours } = body();
    requireVersion("source", source, expectedVersions);
    const newKey = newIngestionKey(firmId, source, nowMilliseconds);
    const keys: IngestionKey[] = rotatedKeys(source.keys, newKey.entry, { hours, nowMilliseconds });
    const written = await sourceStore(table).rotate(firmId, source, { newKey, keys });
    if (written === "conflict") return written;
    if (written === "firm_disabled") throw firmDisabled();
    return { secret: newKey.secret, source: { ...source, keys, version: source.version + 1 } };
  });
