import type { Scope } from "../api/endpoint-definition.ts";
import type { Authority } from "../api/keys/grant.ts";
import { createdAt } from "../runtime/record-id.ts";
import { invalidRequest } from "../schema/app-error.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import { apiKeyFields } from "./api-key-fields.contract.ts";

/** An API key in the list of the firm's settings. */
type ApiKey = RecordOf<typeof apiKeyFields>;

/** Returns whether a key can create and change keys. A firm without such a key could never create one again. */
export const managesKeys = ({ enabled, scopes }: Authority) => enabled && scopes.includes("settings:write");

/** Returns the scopes that a change grants to a key: those added, or all of them if it enables the key. */
export const grantedScopes = (before: Authority, after: Authority): Scope[] => {
  const becomesEnabled = after.enabled && !before.enabled;
  return after.scopes.filter((scope) => becomesEnabled || !before.scopes.includes(scope));
};

/** Returns 422 for a change that would leave the firm without a key that can manage keys. */
export const lastManagingKey = (field: string) =>
  invalidRequest([
    {
      field,
      message:
        "must stay: this is the last enabled key with settings:write, without which nobody could manage keys",
    },
  ]);

/** Returns a key as the API shows it. */
export const apiKeyResource = (key: ApiKey) => apiKeyFields.resource(key, { created_at: createdAt(key.id) });
