import type { ApiKeyResource } from "../../contract/keys.ts";
import type { Scope } from "../../contract/scopes.ts";
import { createdAt } from "../record-id.ts";

/** An API key as the firm's settings know it. */
export type ApiKey = {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly lastFour: string;
  readonly enabled: boolean;
  readonly requestsPerMinute: number;
  readonly apiVersion: string;
  /** When the last minute began in which it was used; 0 for never. */
  readonly windowStartMilliseconds: number;
  readonly version: number;
};

/** What a key may do, whether or not it is enabled to do it. */
export type Authority = Pick<ApiKey, "scopes" | "enabled">;

/** Whether a key can make and change keys: a firm without such a key could never have one again. */
export const managesKeys = ({ enabled, scopes }: Authority) => enabled && scopes.includes("settings:write");

/** The scopes that a change gives to a key: those added, and all that it has when it is enabled again. */
export const grantedScopes = (before: Authority, after: Authority): Scope[] => {
  const enabledAgain = after.enabled && !before.enabled;
  return after.scopes.filter((scope) => enabledAgain || !before.scopes.includes(scope));
};

/** Those of the scopes that a key cannot give, because it lacks them itself; one that is disabled gives none. */
export const missingScopes = (grantor: Authority, given: readonly Scope[]): Scope[] =>
  given.filter((scope) => !grantor.enabled || !grantor.scopes.includes(scope));

/** A key as the API shows it. */
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
