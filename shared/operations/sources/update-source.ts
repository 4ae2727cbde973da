import { notFound, type Violation } from "../../contract/app-error.ts";
import type { SourceChanges } from "../../contract/sources.ts";
import { changedFields } from "../../domain/changed-fields.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import type { Source } from "../../domain/sources/source.ts";
import { mappingViolations } from "../../domain/sources/source-mapping.ts";
import { readRecords, uncached } from "../../storage/dynamodb/read-records.ts";
import type { Table } from "../../storage/dynamodb/table.ts";
import { retryOnConflict } from "../../storage/dynamodb/transaction.ts";
import { settingsRecord } from "../../storage/firm/firm-store.ts";
import { namedMemberRecord } from "../../storage/members/member-store.ts";
import { sourceRecord, sourceStore } from "../../storage/sources/source-store.ts";
import { requireVersion } from "../require-version.ts";
import { defaultAssigneeViolations } from "./default-assignee.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (others: readonly Violation[]) => SourceChanges;
  readonly expectedVersion: number | null;
  readonly nowMilliseconds: number;
};

/**
 * Changes what differs from the source as it stands, and that alone.
 * @throws AppError `not_found`, `invalid_request` or `version_conflict`
 */
export const updateSource = (table: Table, request: Request): Promise<Source> =>
  retryOnConflict(async () => {
    const { firmId, params, json, body, expectedVersion } = request;
    const { source, settings, assignee } = await readRecords(table, {
      source: sourceRecord(firmId, params.id),
      settings: uncached(settingsRecord(firmId)),
      assignee: namedMemberRecord(firmId, json.default_assignee_id),
    });
    if (source === null) throw notFound("source");
    const { default_assignee_id: defaultAssigneeId, ...sent } = body([
      ...keyViolations(json.key, source),
      ...mappingViolations(json.mapping, settings.leadFields),
      ...defaultAssigneeViolations(json.default_assignee_id, assignee),
    ]);
    requireVersion("source", source, expectedVersion);
    const fields = changedFields<Source>(source, { ...sent, defaultAssigneeId });
    if (Object.keys(fields).length === 0) return source;
    const written = await sourceStore(table).change(firmId, source, fields, request.nowMilliseconds);
    return written === "done" ? { ...source, ...fields, version: source.version + 1 } : written;
  });

/** Leads carry it as their source, and it tells their external ids from those of other sources. */
const keyViolations = (sent: unknown, { key }: Source): Violation[] =>
  sent === undefined || sent === key ? [] : [{ field: "key", message: "can never be changed" }];
