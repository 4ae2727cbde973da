import * as z from "zod";

const oneOrMany = z.union([z.string().transform((text) => [text]), z.array(z.string())]);

const leadingKeys = z.strictObject({ "dynamodb:LeadingKeys": oneOrMany }).optional();

/** A statement of a role's policy. Strict: an operator or condition key that is not evaluated must not pass. */
export const policyStatement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(["Allow", "Deny"]),
  Action: oneOrMany,
  Resource: oneOrMany,
  Condition: z
    .strictObject({ "ForAllValues:StringEquals": leadingKeys, "ForAllValues:StringLike": leadingKeys })
    .optional(),
});

export type PolicyStatement = z.output<typeof policyStatement>;

/** What one call, or one element of a batch or transaction, needs to be allowed. */
export type Permission = {
  readonly action: string;
  readonly resource: string;
  /** Partition keys that the call touches. */
  readonly leadingKeys?: readonly string[];
};

/** As IAM decides: something must allow it and nothing may deny it. */
export const isAllowed = (statements: readonly PolicyStatement[], permission: Permission) => {
  const applying = statements.filter((statement) => applies(statement, permission));
  return (
    applying.some(({ Effect }) => Effect === "Allow") && !applying.some(({ Effect }) => Effect === "Deny")
  );
};

const applies = (statement: PolicyStatement, { action, resource, leadingKeys = [] }: Permission) =>
  statement.Action.some((pattern) => isLike(action.toLowerCase(), pattern.toLowerCase())) &&
  statement.Resource.some((pattern) => isLike(resource, pattern)) &&
  meetsConditions(statement.Condition ?? {}, leadingKeys);

/** `ForAllValues` holds, on AWS too, for a call that has no such values. */
const meetsConditions = (condition: NonNullable<PolicyStatement["Condition"]>, keys: readonly string[]) => {
  const equal = condition["ForAllValues:StringEquals"]?.["dynamodb:LeadingKeys"];
  const like = condition["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"];
  return (
    (!equal || keys.every((key) => equal.includes(key))) &&
    (!like || keys.every((key) => like.some((pattern) => isLike(key, pattern))))
  );
};

/** `*` stands for any characters, `?` for any one. */
const isLike = (text: string, pattern: string) => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[^]*")
    .replaceAll("?", "[^]");
  return new RegExp(`^${source}$`).test(text);
};
