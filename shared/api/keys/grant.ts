import { AppError, invalidKey, keyDisabled } from "../../schema/app-error.ts";
import type { Write } from "../../table/commit.ts";
import { apiKeyRecordKey, type Item } from "../../table/record-keys.ts";
import type { Scope } from "../endpoint-definition.ts";
import { type KeyRecord, parseKey, type StoredKey } from "./key-store.ts";

/** A key's scopes, and whether it can use them. */
export type Authority = Pick<KeyRecord, "scopes" | "enabled">;

/**
 * The key that grants scopes, and those scopes. It must hold all of them at the time of the write. Null is the
 * operator, who may grant any.
 */
export type Grant = {
  readonly grantor: StoredKey | null;
  readonly scopes: readonly Scope[];
  /** The field of the body that grants them; `scopes` by default. */
  readonly field?: "access";
};

/** Returns the scopes that the grantor lacks and so cannot grant. A disabled grantor can grant none. */
const missingScopes = (grantor: Authority, granted: readonly Scope[]): Scope[] =>
  granted.filter((scope) => !grantor.enabled || !grantor.scopes.includes(scope));

/** Returns 403 for a key that would grant scopes that it does not hold. */
const insufficientToGrant = (scopes: readonly Scope[], field = "scopes") => {
  const names = scopes.join(", ");
  return new AppError("insufficient_scope", `The key cannot grant scopes that it lacks: ${names}.`, {
    details: [{ field, message: `cannot be granted by a key that lacks them: ${names}` }],
  });
};

/** @throws AppError `insufficient_scope` */
export const requireGrantable = (grantor: Authority, scopes: readonly Scope[], field?: string) => {
  const missing = missingScopes(grantor, scopes);
  if (missing.length > 0) throw insufficientToGrant(missing, field);
};

/** Checks the stored grantor, not the leased one: a key revoked seconds ago must not create its own successor. */
export const grantChecks = ({ grantor, scopes, field }: Grant): Write[] => {
  if (grantor === null || scopes.length === 0) return [];
  const needed = [...new Set<Scope>(["settings:write", ...scopes])];
  // A session has its scopes by its access, which never changes.
  const stored = grantor.kind === "session" ? [] : needed;
  const required = stored.map((scope, index) => ({ placeholder: `:scope${index}`, scope }));
  const ConditionCheck = {
    Key: apiKeyRecordKey(grantor.sha256),
    ConditionExpression: [
      "#enabled = :yes",
      ...required.map(({ placeholder }) => `contains(#scopes, ${placeholder})`),
    ].join(" AND "),
    ExpressionAttributeNames: { "#enabled": "enabled", ...(required.length > 0 && { "#scopes": "scopes" }) },
    ExpressionAttributeValues: {
      ":yes": true,
      ...Object.fromEntries(required.map(({ placeholder, scope }) => [placeholder, scope])),
    },
    ReturnValuesOnConditionCheckFailure: "ALL_OLD" as const,
  };
  return [{ ConditionCheck, refusal: (item) => grantRefusal(item, needed, field) }];
};

const grantRefusal = (grantor: Item | undefined, needed: readonly Scope[], field?: string): AppError => {
  if (grantor === undefined) return invalidKey();
  const key = parseKey(grantor);
  return key.enabled ? insufficientToGrant(missingScopes(key, needed), field) : keyDisabled("key");
};
