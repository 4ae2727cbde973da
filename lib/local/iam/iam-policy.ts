import * as z from "zod";

const oneOrMany = z.union([z.string().transform((value) => [value]), z.array(z.string())]);

/** The condition keys of DynamoDB whose values `requiredPermissions` reads from a call. */
const condition = z
  .strictObject({ "dynamodb:LeadingKeys": oneOrMany.optional(), "dynamodb:Attributes": oneOrMany.optional() })
  .optional();

/**
 * A policy statement. It is strict, so that a denial or an unsupported operator or condition key fails instead of being
 * ignored.
 */
export const policyStatement = z
  .strictObject({
    Sid: z.string().optional(),
    Effect: z.literal("Allow"),
    Action: oneOrMany,
    Resource: oneOrMany,
    Condition: z
      .strictObject({
        "ForAllValues:StringEquals": condition,
        "ForAllValues:StringLike": condition,
        "ForAllValues:StringNotLike": condition,
        "ForAnyValue:StringLike": condition,
        "ForAnyValue:StringNotLike": condition,
      })
      .optional(),
  })
  .refine(
    ({ Action, Condition }) =>
      !Object.values(Condition ?? {}).some((values) => values?.["dynamodb:Attributes"]) ||
      Action.every((action) => action === "dynamodb:UpdateItem"),
    "Only for UpdateItem are the attributes of a call known.",
  );

export type PolicyStatement = z.output<typeof policyStatement>;

/** A permission that a call, or one element of a batch or transaction, requires. */
export type Permission = {
  readonly action: string;
  readonly resource: string;
  /** Partition keys that the call touches. */
  readonly leadingKeys?: readonly string[];
  /** Top-level attributes that an update names: in its key, in its changes or in a condition. */
  readonly attributes?: readonly string[];
  /** Set for a whole transaction, which has all its partition keys at once for each of its actions. */
  readonly ofTransaction?: true;
};

/** Evaluates a role as IAM does: at least one statement must allow the permission. */
export const isAllowed = (statements: readonly PolicyStatement[], permission: Permission) =>
  statements.some((statement) => matchesStatement(statement, permission));

const matchesStatement = (statement: PolicyStatement, permission: Permission) =>
  statement.Action.some((pattern) =>
    matchesWildcards(permission.action.toLowerCase(), pattern.toLowerCase()),
  ) &&
  statement.Resource.some((pattern) => matchesWildcards(permission.resource, pattern)) &&
  meetsConditions(statement.Condition ?? {}, permission);

type Conditions = NonNullable<PolicyStatement["Condition"]>;

type Operator = (ofCall: readonly string[], listed: readonly string[]) => boolean;

const isLike = (value: string, listed: readonly string[]) =>
  listed.some((pattern) => matchesWildcards(value, pattern));

/**
 * Compares a call's values with a statement's. On AWS too, `ForAllValues` is true without such values, and
 * `ForAnyValue` is false.
 */
const OPERATORS: Record<keyof Conditions, Operator> = {
  "ForAllValues:StringEquals": (ofCall, listed) => ofCall.every((value) => listed.includes(value)),
  "ForAllValues:StringLike": (ofCall, listed) => ofCall.every((value) => isLike(value, listed)),
  "ForAllValues:StringNotLike": (ofCall, listed) => ofCall.every((value) => !isLike(value, listed)),
  "ForAnyValue:StringLike": (ofCall, listed) => ofCall.some((value) => isLike(value, listed)),
  "ForAnyValue:StringNotLike": (ofCall, listed) => ofCall.some((value) => !isLike(value, listed)),
};

/** Returns true if all conditions hold. */
const meetsConditions = (conditions: Conditions, { leadingKeys = [], attributes = [] }: Permission) => {
  const values = { "dynamodb:LeadingKeys": leadingKeys, "dynamodb:Attributes": attributes };
  return recordEntries(OPERATORS).every(([operator, matches]) =>
    recordEntries(values).every(([key, ofCall]) => {
      const listed = conditions[operator]?.[key];
      return listed === undefined || matches(ofCall, listed);
    }),
  );
};

/** Returns `Object.entries` with the type of the keys. */
const recordEntries = <Key extends string, Value>(record: Record<Key, Value>) =>
  Object.entries(record) as [Key, Value][];

/** Compiled expressions by pattern. The template has few patterns, and each call is compared with those of its role. */
const expressions = new Map<string, RegExp>();

/** Matches a policy's wildcards: `*` any characters, including `/` and `:`, and `?` any single one. */
export const matchesWildcards = (text: string, pattern: string) => {
  const expression = expressions.get(pattern) ?? compileWildcards(pattern);
  expressions.set(pattern, expression);
  return expression.test(text);
};

const compileWildcards = (pattern: string) => {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("*", "[^]*")
    .replaceAll("?", "[^]");
  return new RegExp(`^${source}$`);
};
