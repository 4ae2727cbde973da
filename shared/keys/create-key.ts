import { newKey } from "../api/keys/new-key.ts";
import { operation } from "../api/operation.ts";
import { firmStateRecord, markedKey } from "../settings/firm-state.store.ts";
import { createKeyEndpoint } from "./api-key.contract.ts";
import { apiKeyResource } from "./api-key.rules.ts";
import { requireGrantable } from "./grant-scopes.rules.ts";
import { putKey } from "./key-writes.store.ts";

/** Creates an API key with scopes of the caller, a key. Only this answer has the new key's secret. */
export const createKey = operation(createKeyEndpoint, {
  reads: ({ firmId }) => ({ state: firmStateRecord(firmId) }),

  decide: ({ state }, { firmId, input, nowMilliseconds, key: caller }) => {
    const { name, scopes, requests_per_minute: requestsPerMinute } = input;
    requireGrantable(caller, scopes);
    const { secret, key } = newKey(firmId, { kind: "api", name, scopes, requestsPerMinute }, nowMilliseconds);
    const marked = markedKey(key, state);
    return {
      writes: putKey(firmId, { secret, key: marked }, caller),
      answer: { ...apiKeyResource(marked), key: secret },
    };
  },
});
