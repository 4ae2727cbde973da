import { requireFound } from "../api/app-error.ts";
import { changedFields } from "../api/changed-fields.ts";
import { requireVersion } from "../api/require-version.ts";
import { camelCased } from "../api/schema/camel-case.ts";
import type { Violation } from "../api/schema/violations.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { readRecords, uncached } from "../table/read-records.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Table } from "../table/table.ts";
import type { SourceChanges } from "./source.contract.ts";
import { type Source, withStoredSecrets } from "./source.rules.ts";
import { sourceRecord, sourceStore } from "./source.store.ts";
import { sourceViolations } from "./source-violations.rules.ts";

type Request = {
  readonly firmId: FirmId;
  readonly params: { readonly id: string };
  readonly json: Readonly<Record<string, unknown>>;
  readonly body: (otherViolations: readonly Violation[]) => SourceChanges;
  readonly expectedVersions: readonly number[] | null;
  readonly nowMilliseconds: number;
};

/**
 * Changes the fields that differ.
 * @throws AppError `not_found`, `invalid_request` or `version_conflict`
 */
export const updateSource = (table: Table, request: Request): Promise<Source> =>
  retryOnConflict(async () => {
    const { firmId, params, json, body, expectedVersions } = request;
    const { settings, assignee, ...read } = await readRecords(table, {
      source: sourceRecord(firmId, params.id),
      settings: uncached(settingsRecord(firmId)),
      assignee: memberRecordFromBody(firmId, json.default_assignee_id),
    });
    const source = requireFound("source", read.source);
    const input = body([
      ...keyViolations(json.key, source),
      ...sourceViolations(json, { leadFields: settings.leadFields, assignee, stored: source }),
    ]);
    requireVersion("source", source, expectedVersions);
    const fields = changedFields<Source>(source, withStoredSecrets(camelCased(input), source));
    if (Object.keys(fields).length === 0) return source;
    const written = await sourceStore(table).change(firmId, source, fields, request.nowMilliseconds);
    return written === "done" ? { ...source, ...fields, version: source.version + 1 } : written;
  });

/** A source's key never changes: leads store it as their source. */
const keyViolations = (input: unknown, { key }: Source): Violation[] => {
  const isSame = input === undefined || (typeof input === "string" && input.trim() === key);
  return isSame ? [] : [{ field: "key", message: "can never be changed" }];
};
