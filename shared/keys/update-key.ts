import { changedFields } from "../api/changed-fields.ts";
import { requireGrantable } from "../api/keys/grant.ts";
import { type KeyRecord, keyRecord, type StoredKey } from "../api/keys/key-store.ts";
import { permitsPerLease } from "../api/keys/rate-windows.ts";
import { operation, required } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { type KeyChanges, updateKeyEndpoint } from "./api-key.contract.ts";
import { apiKeyResource, grantedScopes } from "./api-key.rules.ts";
import { apiKeyFields } from "./api-key-fields.contract.ts";
import { keyPointer } from "./firm-key.store.ts";
import { changeAuthority, changeKey, type KeyFields } from "./key-writes.store.ts";

/** Changes the fields that differ. Concurrent changes can neither grant too much nor disable the last managing key. */
export const updateKey = operation(updateKeyEndpoint, {
  reads: ({ firmId, params }) => ({ sha256: required("key", keyPointer(firmId, params.id)) }),

  decide: async ({ sha256 }, { firmId, input, expectedVersions, key: caller }, read) => {
    const { key } = await read({ key: required("key", keyRecord(sha256)) });
    const fields = keyFields(key, input);
    requireVersion("key", key, expectedVersions);
    if (Object.keys(fields).length === 0) return { answer: apiKeyResource(key) };
    const after = { ...key, ...fields, version: key.version + 1 };
    const answer = apiKeyResource(after);
    if (!changesAuthority(fields)) return { writes: [changeKey({ key, fields })], answer };
    const scopes = grantedScopes(key, after);
    // A key that changes itself grants by its current scopes, not by those of its lease.
    requireGrantable(caller.id === key.id ? key : caller, scopes);
    return { writes: changeAuthority(firmId, { key, fields }, { grantor: caller, scopes }), answer };
  },
});

const changesAuthority = ({ scopes, enabled }: KeyFields) => scopes !== undefined || enabled !== undefined;

const keyFields = (key: StoredKey, input: KeyChanges) => {
  const fields = apiKeyFields.changes(input, key);
  const { requestsPerMinute } = fields;
  return changedFields<KeyRecord>(key, {
    ...fields,
    permitsPerLease: requestsPerMinute && permitsPerLease(requestsPerMinute),
  });
};
