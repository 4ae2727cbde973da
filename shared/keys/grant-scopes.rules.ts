import type { Scope } from "../api/endpoint-definition.ts";
import { AppError, invalidRequest } from "../schema/app-error.ts";
import { type Authority, missingScopes } from "./api-key.rules.ts";

/** Returns 403 for a key that would grant scopes that it does not hold. */
export const insufficientToGrant = (scopes: readonly Scope[]) => {
  const names = scopes.join(", ");
  return new AppError("insufficient_scope", `The key cannot grant scopes that it lacks: ${names}.`, {
    details: [{ field: "scopes", message: `cannot be granted by a key that lacks them: ${names}` }],
  });
};

/** @throws AppError `insufficient_scope` */
export const requireGrantable = (grantor: Authority, scopes: readonly Scope[]) => {
  const missing = missingScopes(grantor, scopes);
  if (missing.length > 0) throw insufficientToGrant(missing);
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
