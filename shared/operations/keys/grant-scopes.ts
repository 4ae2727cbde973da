import { AppError } from "../../contract/app-error.ts";
import type { Scope } from "../../contract/scopes.ts";
import { type Authority, missingScopes } from "../../domain/keys/api-key.ts";

/** 403 for scopes that a key would give without having them. */
export const insufficientToGrant = (scopes: readonly Scope[]) => {
  const named = scopes.join(", ");
  return new AppError("insufficient_scope", `The key lacks what it would give: ${named}.`, {
    details: [{ field: "scopes", message: `cannot be given by a key that lacks them: ${named}` }],
  });
};

/** @throws AppError `insufficient_scope` */
export const requireGrantable = (grantor: Authority, given: readonly Scope[]) => {
  const lacking = missingScopes(grantor, given);
  if (lacking.length > 0) throw insufficientToGrant(lacking);
};
