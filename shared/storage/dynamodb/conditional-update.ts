import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item, RecordKey } from "./item.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { Table } from "./table.ts";

type Path = readonly string[];

/** The changes of one UpdateItem by attribute path, and the attribute values that it requires. */
export type Update = {
  readonly set: readonly (readonly [Path, unknown])[];
  readonly removed?: readonly Path[];
  /** Paths of numbers to increment by one. */
  readonly incremented?: readonly Path[];
  readonly when?: Readonly<Record<string, unknown>>;
};

/** Top-level attributes as the `set` of an update. */
export const setFields = (fields: object): Update["set"] =>
  Object.entries(fields).map(([name, value]) => [[name], value]);

/** The item after the update, or as it was when the condition failed: undefined when it does not exist. */
export type UpdateOutcome =
  | { readonly result: "done"; readonly item: Item }
  | { readonly result: "refused"; readonly item: Item | undefined };

/** Updates an existing item if it has the values that `when` requires. A failed condition costs no second read. */
export const conditionalUpdate = (table: Table, key: RecordKey, update: Update): Promise<UpdateOutcome> =>
  sendUpdate(table, { Key: key, ...updateExpressions(update) });

/** The same with handwritten expressions, for updates that `Update` cannot express. */
export const sendUpdate = (
  table: Table,
  update: Omit<UpdateCommandInput, "TableName">,
): Promise<UpdateOutcome> => retryOnConflict(() => sendUpdateOnce(table, update));

/** Returns `conflict` while a transaction writes the item: the SDK does not retry that error. */
const sendUpdateOnce = async (
  table: Table,
  update: Omit<UpdateCommandInput, "TableName">,
): Promise<UpdateOutcome | "conflict"> => {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        ...update,
        TableName: table.name,
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return { result: "done", item: Attributes ?? {} };
  } catch (error) {
    if (error instanceof TransactionConflictException) return "conflict";
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { result: "refused", item: error.Item && unmarshall(error.Item) };
  }
};

/** The expressions of an update. Names are placeholders, since an attribute name may be a reserved word. */
export const updateExpressions = ({ set, removed = [], incremented = [], when = {} }: Update) => {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const addName = (attribute: string) => {
    const placeholder = names.get(attribute) ?? `#n${names.size}`;
    names.set(attribute, placeholder);
    return placeholder;
  };
  const addPath = (path: Path) => path.map(addName).join(".");
  const addValue = (value: unknown) => {
    const placeholder = `:v${Object.keys(values).length}`;
    values[placeholder] = value;
    return placeholder;
  };
  const sets = [
    ...set.map(([path, value]) => `${addPath(path)} = ${addValue(value)}`),
    ...incremented.map((path) => `${addPath(path)} = ${addPath(path)} + ${addValue(1)}`),
  ];
  const conditions = Object.entries(when).map(
    ([attribute, value]) => `${addName(attribute)} = ${addValue(value)}`,
  );
  const removals = removed.length > 0 ? ` REMOVE ${removed.map(addPath).join(", ")}` : "";
  return {
    UpdateExpression: `SET ${sets.join(", ")}${removals}`,
    ConditionExpression: [`attribute_exists(${addName("pk")})`, ...conditions].join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(
      [...names].map(([attribute, placeholder]) => [placeholder, attribute]),
    ),
    ExpressionAttributeValues: values,
  };
};
