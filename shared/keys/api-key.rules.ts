import type { Scope } from "../api/endpoint-definition.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import { apiKeyFields } from "./api-key-fields.contract.ts";

/** An API key in the list of the firm's settings. */
type ApiKey = RecordOf<typeof apiKeyFields>;

/** A key's scopes, and whether it can use them. */
export type Authority = Pick<ApiKey, "scopes" | "enabled">;

/** Returns whether a key can create and change keys. A firm without such a key could never create one again. */
export const managesKeys = ({ enabled, scopes }: Authority) => enabled && scopes.includes("settings:write");

/** Returns the scopes that a change grants to a key: those added, or all of them if it enables the key. */
export const grantedScopes = (before: Authority, after: Authority): Scope[] => {
  const becomesEnabled = after.enabled && !before.enabled;
  return after.scopes.filter((scope) => becomesEnabled || !before.scopes.includes(scope));
};

/** Returns the scopes that the grantor lacks and so cannot grant. A disabled grantor can grant none. */
export const missingScopes = (grantor: Authority, granted: readonly Scope[]): Scope[] =>
  granted.filter((scope) => !grantor.enabled || !grantor.scopes.includes(scope));

/** Returns a key as the API shows it. */
export const apiKeyResource = (key: ApiKey) => apiKeyFields.resource(key, { created_at: createdAt(key.id) });
