import { keyRecord } from "../api/keys/key-store.ts";
import { operation, required } from "../api/operation.ts";
import { requireVersion } from "../api/request-headers.ts";
import { deleteKeyEndpoint } from "./api-key.contract.ts";
import { keyPointer } from "./firm-key.store.ts";
import { removeKey } from "./key-writes.store.ts";

/** Deletes a key, unless it is the last one that can manage keys. */
export const deleteKey = operation(deleteKeyEndpoint, {
  reads: ({ firmId, params }) => ({ sha256: required("key", keyPointer(firmId, params.id)) }),

  decide: async ({ sha256 }, { firmId, expectedVersions }, read) => {
    const { key } = await read({ key: required("key", keyRecord(sha256)) });
    requireVersion("key", key, expectedVersions);
    return { writes: removeKey(firmId, key), answer: undefined };
  },
});
