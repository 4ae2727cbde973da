import { firmDisabled, invalidRequest } from "../api/app-error.ts";
import { camelCased } from "../api/schema/camel-case.ts";
import { LIMITS } from "../api/schema/limits.ts";
import type { Violation } from "../api/schema/violations.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { newRecordId } from "../runtime/new-record-id.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type RecordRef, readRecords, uncached } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import { newIngestionKey } from "./new-ingestion-key.ts";
import type { NewSource } from "./source.contract.ts";
import type { Source } from "./source.rules.ts";
import { sourceReservationRecord, sourceStore } from "./source.store.ts";
import { sourceViolations } from "./source-violations.rules.ts";

type Request = {
  readonly firmId: FirmId;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => NewSource;
  readonly nowMilliseconds: number;
};

const TAKEN = { field: "key", message: "is the key of another source" };

/**
 * Creates a source and its first ingestion key. The returned secret is not stored.
 * @throws AppError `invalid_request`, or `key_disabled` when the firm is disabled
 */
export const createSource = async (
  table: Table,
  { firmId, json, body, nowMilliseconds }: Request,
): Promise<{ secret: string; source: Source }> => {
  const { settings, assignee, taken } = await readRecords(table, {
    settings: uncached(settingsRecord(firmId)),
    assignee: memberRecordFromBody(firmId, json.default_assignee_id),
    taken: sourceReservationFromBody(firmId, json.key),
  });
  const input = body([
    ...(taken ? [TAKEN] : []),
    ...sourceViolations(json, { leadFields: settings.leadFields, assignee }),
  ]);
  const keylessSource = {
    ...camelCased(input),
    id: newRecordId(nowMilliseconds),
    version: 1,
  };
  const newKey = newIngestionKey(firmId, keylessSource, nowMilliseconds);
  const source = { ...keylessSource, keys: [newKey.entry] };
  const written = await retryOnConflict(() => sourceStore(table).create(firmId, source, newKey));
  if (written === "firm_disabled") throw firmDisabled();
  if (written === "taken") throw invalidRequest([TAKEN]);
  return { secret: newKey.secret, source };
};

const sourceReservationFromBody = (firm: FirmId, key: unknown): RecordRef<boolean | null> =>
  typeof key === "string" && key.length <= LIMITS.sourceCharacters
    ? sourceReservationRecord(firm, key.trim())
    : NO_RECORD;
