import { operation } from "../api/operation.ts";
import { memberRecordFromBody } from "../members/member.store.ts";
import { LIMITS } from "../schema/limits.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { firmStateRecord, markedKey } from "../settings/firm-state.store.ts";
import type { FirmId } from "../table/firm-id.ts";
import { NO_RECORD, type RecordRef, uncached } from "../table/read-records.ts";
import { createSourceEndpoint } from "./source.contract.ts";
import { sourceResource } from "./source.rules.ts";
import { KEY_TAKEN, newIngestionKey, putSource, sourceReservationRecord } from "./source.store.ts";
import { sourceFields } from "./source-fields.contract.ts";
import { sourceViolations } from "./source-violations.rules.ts";

/** Creates a source and its first ingestion key. Only this answer has the key's secret. */
export const createSource = operation(createSourceEndpoint, {
  reads: ({ firmId, json }) => ({
    settings: uncached(settingsRecord(firmId)),
    state: firmStateRecord(firmId),
    assignee: memberRecordFromBody(firmId, json.default_assignee_id),
    isTaken: sourceReservationFromBody(firmId, json.key),
  }),

  violations: ({ settings, assignee, isTaken }, { json }) => [
    ...(isTaken ? [KEY_TAKEN] : []),
    ...sourceViolations(json, { settings, assignee }),
  ],

  decide: ({ state }, { firmId, input, newId, nowMilliseconds }) => {
    const keylessSource = {
      ...sourceFields.initial,
      ...sourceFields.newFields(input),
      id: newId,
      requestsPerMinute: input.requests_per_minute ?? null,
    };
    const { secret, key, entry } = newIngestionKey(firmId, keylessSource, nowMilliseconds);
    const source = { ...keylessSource, keys: [entry] };
    return {
      writes: putSource(firmId, source, { secret, key: markedKey(key, state) }),
      answer: { ...sourceResource(source, nowMilliseconds), ingestion_key: secret },
    };
  },
});

const sourceReservationFromBody = (firm: FirmId, key: unknown): RecordRef<boolean | null> =>
  typeof key === "string" && key.length <= LIMITS.sourceCharacters
    ? sourceReservationRecord(firm, key.trim())
    : NO_RECORD;
