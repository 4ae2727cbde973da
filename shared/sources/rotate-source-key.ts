import { operation, required } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { firmStateRecord, markedKey } from "../settings/firm-state.store.ts";
import { rotateSourceKeyEndpoint } from "./source.contract.ts";
import { rotatedKeys, sourceResource } from "./source.rules.ts";
import { newIngestionKey, rotateKeys, sourceRecord } from "./source.store.ts";

/** Creates a new key for a source. Only this answer has its secret. The previous key works for the given hours. */
export const rotateSourceKey = operation(rotateSourceKeyEndpoint, {
  reads: ({ firmId, params }) => ({
    source: required("source", sourceRecord(firmId, params.id)),
    state: firmStateRecord(firmId),
  }),

  decide: ({ source, state }, { firmId, input, expectedVersions, nowMilliseconds }) => {
    requireVersion("source", source, expectedVersions);
    const { secret, key, entry } = newIngestionKey(firmId, source, nowMilliseconds);
    const keys = rotatedKeys(source.keys, entry, { hours: input.old_key_valid_hours, nowMilliseconds });
    const rotated = { ...source, keys, version: source.version + 1 };
    return {
      writes: rotateKeys(firmId, source, { newKey: { secret, key: markedKey(key, state) }, keys }),
      answer: { ...sourceResource(rotated, nowMilliseconds), ingestion_key: secret },
    };
  },
});
