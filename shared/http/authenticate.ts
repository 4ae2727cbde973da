import { AppError, firmDisabled } from "../contract/app-error.ts";
import type { EndpointDefinition } from "../contract/endpoint-definition.ts";
import { describeInvocation } from "../runtime/invocation.ts";
import type { Table } from "../storage/dynamodb/table.ts";
import { firmWindowStore } from "../storage/firm/firm-limit.ts";
import { type KeyRecord, keyStore, type StoredKey } from "../storage/keys/key-store.ts";
import type { HttpMiddleware } from "./http-context.ts";
import { type Admission, rateLeases } from "./rate-leases.ts";
import { requestSecret } from "./request-secret.ts";

/** Checks the key, then its scope, then its rate limit and that of its firm, if the firm has one. */
export const authenticate = (definition: EndpointDefinition, table: Table): HttpMiddleware => {
  const keys = rateLeases(keyStore(table));
  const firms = rateLeases(firmWindowStore(table));

  const limitsOf = async (ofKey: Admission<StoredKey>, now: number): Promise<Limit[]> => {
    const { firmId, firmLimited } = ofKey.record;
    const limits = [{ of: "key", name: "requests", ...ofKey }];
    // A request that its key refuses takes nothing from the firm.
    const ofFirm = firmLimited && ofKey.admitted ? await firms.admit(firmId, now) : null;
    return ofFirm ? [...limits, { of: "firm", name: "firm", ...ofFirm }] : limits;
  };

  return {
    before: async ({ event, context }) => {
      const now = Date.now();
      const secret = requestSecret(event, definition);
      const admission = secret === null ? null : await keys.admit(secret, now);
      if (admission === null) throw new AppError("invalid_key", "The key is malformed, unknown or deleted.");
      const { record: key } = admission;
      context.key = key;
      describeInvocation({ firmId: key.firmId, keyId: key.id });
      context.apiVersion = key.apiVersion;
      const limits = await limitsOf(admission, now);
      context.responseHeaders = rateLimitHeaders(limits);
      authorizeKey(key, definition);
      const refusing = limits.find(({ admitted }) => !admitted);
      if (refusing) {
        context.responseHeaders["retry-after"] = String(refusing.resetSeconds);
        const { of, record } = refusing;
        throw new AppError(
          "rate_limited",
          `The ${of}'s ${record.requestsPerMinute} requests a minute are used up.`,
        );
      }
    },
  };
};

/** A limit that the request was counted against. `name` is its name in the headers. */
type Limit = Admission & { readonly of: string; readonly name: string };

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

/** draft-ietf-httpapi-ratelimit-headers-10: an item for each limit. */
const rateLimitHeaders = (limits: readonly Limit[]): Record<string, string> => ({
  "ratelimit-policy": limits
    .map(({ name, record }) => `"${name}";q=${record.requestsPerMinute};w=60`)
    .join(", "),
  ratelimit: limits
    .map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
    .join(", "),
});
