import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Item, RecordKey } from "./item.ts";
import { retryOnConflict } from "./retry-on-conflict.ts";
import type { Table } from "./table.ts";

type Path = readonly string[];

/** What one UpdateItem changes, by attribute path, and the attributes' values that it asks for. */
export type Update = {
  readonly set: readonly (readonly [Path, unknown])[];
  readonly removed?: readonly Path[];
  /** Numbers that grow by one. */
  readonly incremented?: readonly Path[];
  readonly when?: Readonly<Record<string, unknown>>;
};

/** The item as it is now, or as it stood when the condition failed: undefined then when there is none. */
export type UpdateOutcome =
  | { readonly result: "done"; readonly item: Item }
  | { readonly result: "refused"; readonly item: Item | undefined };

/** Updates an existing item if it is as `when` says: one round trip, whatever comes of it. */
export const conditionalUpdate = (table: Table, key: RecordKey, update: Update): Promise<UpdateOutcome> =>
  sendUpdate(table, { Key: key, ...updateExpressions(update) });

/** The same with expressions written out, for what `Update` cannot say. */
export const sendUpdate = (
  table: Table,
  update: Omit<UpdateCommandInput, "TableName">,
): Promise<UpdateOutcome> => retryOnConflict(() => sendUpdateOnce(table, update));

/** `conflict` while a transaction writes the item: the SDK does not try that again of itself. */
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

/** An update as the store writes it. Every name is a placeholder, so that none is ever a reserved word. */
export const updateExpressions = ({ set, removed = [], incremented = [], when = {} }: Update) => {
  const names = new Map<string, string>();
  const values: Record<string, unknown> = {};
  const name = (attribute: string) => {
    const placeholder = names.get(attribute) ?? `#n${names.size}`;
    names.set(attribute, placeholder);
    return placeholder;
  };
  const place = (path: Path) => path.map(name).join(".");
  const value = (content: unknown) => {
    const placeholder = `:v${Object.keys(values).length}`;
    values[placeholder] = content;
    return placeholder;
  };
  const sets = [
    ...set.map(([path, content]) => `${place(path)} = ${value(content)}`),
    ...incremented.map((path) => `${place(path)} = ${place(path)} + ${value(1)}`),
  ];
  const conditions = Object.entries(when).map(
    ([attribute, content]) => `${name(attribute)} = ${value(content)}`,
  );
  return {
    UpdateExpression: `SET ${sets.join(", ")}${removed.length > 0 ? ` REMOVE ${removed.map(place).join(", ")}` : ""}`,
    ConditionExpression: [`attribute_exists(${name("pk")})`, ...conditions].join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(
      [...names].map(([attribute, placeholder]) => [placeholder, attribute]),
    ),
    ExpressionAttributeValues: values,
  };
};
