import { invalidRequest, type Violation } from "../../contract/app-error.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import type { NewSource } from "../../contract/sources.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { assigneeViolations } from "../../domain/members/member.ts";
import type { Source } from "../../domain/sources/source.ts";
import { mappingViolations } from "../../domain/sources/source-mapping.ts";
import { newRecordId } from "../../runtime/new-record-id.ts";
import { NO_RECORD, type RecordRef, readRecords, uncached } from "../../storage/dynamodb/read-records.ts";
import { retryOnConflict } from "../../storage/dynamodb/retry-on-conflict.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { namedMemberRecord } from "../../storage/members/member-store.ts";
import { sourceNameRecord, sourceStore } from "../../storage/sources/source-store.ts";
import { newIngestionKey } from "./new-ingestion-key.ts";

type Request = {
  readonly firmId: FirmId;
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (others: readonly Violation[]) => NewSource;
  readonly nowMilliseconds: number;
};

const TAKEN = { field: "key", message: "is the key of another source" };

/**
 * Creates a source and its first ingestion key, which is shown this once.
 * @throws AppError `invalid_request`
 */
export const createSource = async (
  table: Table,
  { firmId, json, body, nowMilliseconds }: Request,
): Promise<{ secret: string; source: Source }> => {
  const { settings, assignee, taken } = await readRecords(table, {
    settings: uncached(settingsRecord(firmId)),
    assignee: namedMemberRecord(firmId, json.default_assignee_id),
    taken: namedSourceRecord(firmId, json.key),
  });
  const input = body([
    ...(taken ? [TAKEN] : []),
    ...mappingViolations(json.mapping, settings.leadFields),
    ...assigneeViolations(json.default_assignee_id, assignee, "default_assignee_id"),
  ]);
  const { default_assignee_id: defaultAssigneeId, ...fields } = input;
  const unkeyed = { ...fields, id: newRecordId(nowMilliseconds), defaultAssigneeId, version: 1 };
  const created = newIngestionKey(firmId, unkeyed, nowMilliseconds);
  const source = { ...unkeyed, keys: [created.entry] };
  const written = await retryOnConflict(() => sourceStore(table).create(firmId, source, created));
  if (written === "taken") throw invalidRequest([TAKEN]);
  return { secret: created.secret, source };
};

const namedSourceRecord = (firm: FirmId, key: unknown): RecordRef<boolean | null> =>
  typeof key === "string" && key.length <= LIMITS.sourceCharacters
    ? sourceNameRecord(firm, key.trim())
    : NO_RECORD;
