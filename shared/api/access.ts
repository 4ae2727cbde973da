import { SCOPES, type Scope } from "./endpoint-definition.ts";

/** What a member who signs in may do, least first. A member without access cannot sign in. */
export const ACCESS = ["read", "work", "manage"] as const;

export type Access = (typeof ACCESS)[number];

// The addresses of webhooks are settings of programs.
const READ = SCOPES.filter((scope) => scope.endsWith(":read") && scope !== "webhooks:read");

const WORK: readonly Scope[] = [...READ, "leads:write", "consultations:write", "conflicts:write"];

const SCOPES_OF: Readonly<Record<Access, readonly Scope[]>> = {
  read: READ,
  work: SCOPES.filter((scope) => WORK.includes(scope)),
  manage: SCOPES,
};

/** Returns the scopes of a member's sessions. */
export const scopesOfAccess = (access: Access | null): readonly Scope[] =>
  access === null ? [] : SCOPES_OF[access];
