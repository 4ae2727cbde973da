import type { Scope } from "../api/endpoint-definition.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { ApiKeyResource } from "./api-key.contract.ts";

/** An API key in the list of the firm's settings. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly lastFour: string;
  readonly enabled: boolean;
  readonly requestsPerMinute: number;
  readonly apiVersion: string;
  /** Start of the last minute in which the key was used; 0 for never. */
  readonly windowStartMilliseconds: number;
  readonly version: number;
};

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
export const apiKeyResource = (key: ApiKey): ApiKeyResource => ({
  id: key.id,
  name: key.name,
  scopes: [...key.scopes],
  last_four: key.lastFour,
  enabled: key.enabled,
  requests_per_minute: key.requestsPerMinute,
  api_version: key.apiVersion,
  created_at: createdAt(key.id),
  last_used_at:
    key.windowStartMilliseconds === 0 ? null : new Date(key.windowStartMilliseconds).toISOString(),
  version: key.version,
});
