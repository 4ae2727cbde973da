import { requireGrantable } from "../api/keys/grant.ts";
import { newKey } from "../api/keys/new-key.ts";
import { operation } from "../api/operation.ts";
import { firmStateRecord, markedKey } from "../settings/firm-state.store.ts";
import { createKeyEndpoint } from "./api-key.contract.ts";
import { apiKeyResource } from "./api-key.rules.ts";
import { apiKeyFields } from "./api-key-fields.contract.ts";
import { putKey } from "./key-writes.store.ts";

/** Creates an API key with scopes of the caller, a key. Only this answer has the new key's secret. */
export const createKey = operation(createKeyEndpoint, {
  reads: ({ firmId }) => ({ state: firmStateRecord(firmId) }),

  decide: ({ state }, { firmId, input, nowMilliseconds, key: caller }) => {
    const fields = apiKeyFields.newFields(input);
    requireGrantable(caller, fields.scopes);
    const { secret, key } = newKey(firmId, { kind: "api", ...fields }, nowMilliseconds);
    const marked = markedKey(key, state);
    return {
      writes: putKey(firmId, { secret, key: marked }, caller),
      answer: { ...apiKeyResource(marked), key: secret },
    };
  },
});
