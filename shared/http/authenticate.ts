import { AppError, firmDisabled } from "../contract/app-error.ts";
import type { EndpointDefinition } from "../contract/endpoint-definition.ts";
import { describeInvocation } from "../runtime/invocation.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { type KeyRecord, keyStore } from "../storage/keys/key-store.ts";
import type { HttpMiddleware } from "./http-context.ts";
import { type Admission, keyLeases } from "./key-leases.ts";
import { requestSecret } from "./request-secret.ts";

/** Checks the key, then its scope, then its rate limit. */
export const authenticate = (definition: EndpointDefinition, table: Table): HttpMiddleware => {
  const leases = keyLeases(keyStore(table));
  return {
    before: async ({ event, context }) => {
      const secret = requestSecret(event, definition);
      const admission = secret === null ? null : await leases.admit(secret, Date.now());
      if (admission === null) throw new AppError("invalid_key", "The key is malformed, unknown or deleted.");
      const { key, admitted, resetSeconds } = admission;
      context.key = key;
      describeInvocation({ firmId: key.firmId, keyId: key.id });
      context.apiVersion = key.apiVersion;
      context.responseHeaders = rateLimitHeaders(admission);
      authorizeKey(key, definition);
      if (!admitted) {
        context.responseHeaders["retry-after"] = String(resetSeconds);
        throw new AppError(
          "rate_limited",
          `The key's ${key.requestsPerMinute} requests a minute are used up.`,
        );
      }
    },
  };
};

const authorizeKey = (key: KeyRecord, { scope, acceptsIngestionKey }: EndpointDefinition) => {
  if (key.firmDisabled) throw firmDisabled();
  if (!key.enabled) throw new AppError("key_disabled", "The key is disabled.");
  const mayDeliver = acceptsIngestionKey === true && key.sourceId !== undefined;
  const isAuthorized = key.kind === "ingestion" ? mayDeliver : scope === null || key.scopes.includes(scope);
  if (!isAuthorized) {
    const message =
      scope === null ? "Ingestion keys only deliver leads." : `The key lacks the scope ${scope}.`;
    throw new AppError("insufficient_scope", message);
  }
};

/** draft-ietf-httpapi-ratelimit-headers-10. */
const rateLimitHeaders = ({ key, remaining, resetSeconds }: Admission): Record<string, string> => ({
  "ratelimit-policy": `"requests";q=${key.requestsPerMinute};w=60`,
  ratelimit: `"requests";r=${remaining};t=${resetSeconds}`,
});
