import * as z from "zod";

const oneOrMany = z.union([z.string().transform((value) => [value]), z.array(z.string())]);

const leadingKeys = z.strictObject({ "dynamodb:LeadingKeys": oneOrMany }).optional();

/** A policy statement. Strict, so that an unsupported operator or condition key fails instead of being ignored. */
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

/** A permission that a call, or one element of a batch or transaction, requires. */
export type Permission = {
  readonly action: string;
  readonly resource: string;
  /** Partition keys that the call touches. */
  readonly leadingKeys?: readonly string[];
};

/** IAM's evaluation: at least one statement must allow the permission and none may deny it. */
export const isAllowed = (statements: readonly PolicyStatement[], permission: Permission) => {
  const matching = statements.filter((statement) => matchesStatement(statement, permission));
  return (
    matching.some(({ Effect }) => Effect === "Allow") && !matching.some(({ Effect }) => Effect === "Deny")
  );
};

const matchesStatement = (statement: PolicyStatement, { action, resource, leadingKeys = [] }: Permission) =>
  statement.Action.some((pattern) => matchesWildcards(action.toLowerCase(), pattern.toLowerCase())) &&
  statement.Resource.some((pattern) => matchesWildcards(resource, pattern)) &&
  meetsConditions(statement.Condition ?? {}, leadingKeys);

/** As on AWS, `ForAllValues` is true for a call without such values. */
const meetsConditions = (condition: NonNullable<PolicyStatement["Condition"]>, keys: readonly string[]) => {
  const equal = condition["ForAllValues:StringEquals"]?.["dynamodb:LeadingKeys"];
  const like = condition["ForAllValues:StringLike"]?.["dynamodb:LeadingKeys"];
  return (
    (!equal || keys.every((key) => equal.includes(key))) &&
    (!like || keys.every((key) => like.some((pattern) => matchesWildcards(key, pattern))))
  );
};

/** `*` matches any characters, `?` any single character. */
const matchesWildcards = (text: string, pattern: string) => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[^]*")
    .replaceAll("?", "[^]");
  return new RegExp(`^${source}$`).test(text);
};
