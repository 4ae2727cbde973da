import { changedFields } from "../api/changed-fields.ts";
import { operation, required } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import type { Violation } from "../schema/violations.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { uncached } from "../table/read-records.ts";
import { updateSourceEndpoint } from "./source.contract.ts";
import { requestsPerMinuteOf, type Source, sourceResource } from "./source.rules.ts";
import { changeSource, sourceRecord } from "./source.store.ts";
import { sourceFields } from "./source-fields.contract.ts";
import { sourceViolations } from "./source-violations.rules.ts";

/** Changes the fields that differ. */
export const updateSource = operation(updateSourceEndpoint, {
  reads: ({ firmId, params, json }) => ({
    source: required("source", sourceRecord(firmId, params.id)),
    settings: uncached(settingsRecord(firmId)),
    assignee: memberRecordFromBody(firmId, json.default_assignee_id),
  }),

  violations: ({ source, settings, assignee }, { json }) => [
    ...keyViolations(json.key, source),
    ...sourceViolations(json, { settings, assignee, stored: source }),
  ],

  decide: ({ source }, { firmId, input, expectedVersions, nowMilliseconds }) => {
    requireVersion("source", source, expectedVersions);
    const fields = changesOf(input, source);
    if (Object.keys(fields).length === 0) return { answer: sourceResource(source, nowMilliseconds) };
    const changed = { ...source, ...fields, version: source.version + 1 };
    return {
      writes: changeSource(firmId, source, fields, nowMilliseconds),
      answer: sourceResource(changed, nowMilliseconds),
    };
  },
});

type Changes = Parameters<typeof sourceFields.changes>[0];

/** Returns the fields that differ. A rate limit that the source has without it stays unset, so that a default stays one. */
const changesOf = ({ requests_per_minute, ...others }: Changes, source: Source): Partial<Source> => {
  const fields = changedFields<Source>(source, sourceFields.changes(others, source));
  if (requests_per_minute === requestsPerMinuteOf({ ...source, ...fields })) return fields;
  return changedFields<Source>(source, sourceFields.changes({ ...others, requests_per_minute }, source));
};

/** Rejects a change of a source's key, because leads store it as their source. */
const keyViolations = (input: unknown, { key }: Source): Violation[] => {
  const isSame = input === undefined || (typeof input === "string" && input.trim() === key);
  return isSame ? [] : [{ field: "key", message: "can never be changed" }];
};
