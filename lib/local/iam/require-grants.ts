import { StartError } from "../host/start-error.ts";
import type { DeclaredFunction } from "../template/declared-stack.ts";
import { isAllowed, type Permission } from "./iam-policy.ts";

/**
 * Checks what Lambda itself does on a function's behalf, such as reading an event source.
 * @param id the resource that needs the permissions
 * @throws StartError if the function's role lacks a permission
 */
export const requireGrants = (
  id: string,
  { label, statements }: Pick<DeclaredFunction, "label" | "statements">,
  permissions: readonly Permission[],
) => {
  const missing = permissions.find((permission) => !isAllowed(statements, permission));
  if (!missing) return;
  throw new StartError(
    `${id} needs ${missing.action} on ${missing.resource}, which ${label}'s role does not grant.`,
  );
};
