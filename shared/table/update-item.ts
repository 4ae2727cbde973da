import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { Write } from "./commit.ts";
import type { Item, RecordKey } from "./record-keys.ts";
import { ReadAgain, retryReads } from "./retry.ts";
import type { Table } from "./table.ts";

/** The item after the update, or before it when the condition failed: undefined when it does not exist. */
export type UpdateOutcome =
  | { readonly result: "done"; readonly item: Item }
  | { readonly result: "refused"; readonly item: Item | undefined };

type Input = Omit<UpdateCommandInput, "TableName">;

/**
 * Updates one item, for half the cost of a transaction. The SDK repeats it when its answer was lost, so the update must
 * allow a repeat, or detect it in the item.
 */
export const updateItem = (table: Table, update: Input): Promise<UpdateOutcome> =>
  retryReads(() => tryUpdate(table, update));

/**
 * Tries an update once.
 * @throws ReadAgain while a transaction writes the item: the SDK does not retry that error
 */
const tryUpdate = async (table: Table, update: Input): Promise<UpdateOutcome> => {
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
    if (error instanceof TransactionConflictException) throw new ReadAgain();
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { result: "refused", item: error.Item && unmarshall(error.Item) };
  }
};

type Path = readonly string[];

/** The changes of one existing item by attribute path, and its required attribute values. */
type Update = {
  readonly set: readonly (readonly [Path, unknown])[];
  readonly removed?: readonly Path[];
  /** Paths of numbers to increment by one. */
  readonly incremented?: readonly Path[];
  /** Entries to append to lists, by path. */
  readonly appended?: readonly (readonly [Path, readonly unknown[]])[];
  readonly when?: Readonly<Record<string, unknown>>;
};

/** Returns top-level attributes as the `set` of an update. */
export const setFields = (fields: object): Update["set"] =>
  Object.entries(fields).map(([name, value]) => [[name], value]);

/** Returns the expressions of an update. Names are placeholders, since an attribute name may be a reserved word. */
export const updateExpressions = ({
  set,
  removed = [],
  incremented = [],
  appended = [],
  when = {},
}: Update) => {
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
    ...appended.map(
      ([path, entries]) => `${addPath(path)} = list_append(${addPath(path)}, ${addValue(entries)})`,
    ),
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

// The `version` of a settings document (firm, member, source, webhook, key) counts its changes.

/** Sets the given fields and increments the version, if the document has the values in `when`. */
export const documentUpdate = (fields: object, when: Update["when"] = {}): Update => ({
  set: setFields(fields),
  incremented: [["version"]],
  when,
});

/** Returns the same as a write. It requires that the document has not changed since it was read. */
export const documentWrite = (key: RecordKey, version: number, fields: object): Write => ({
  Update: { Key: key, ...updateExpressions(documentUpdate(fields, { version })) },
});

/** Deletes a document that has not changed since it was read. */
export const documentDelete = (Key: RecordKey, version: number): Write => ({
  Delete: {
    Key,
    ConditionExpression: "version = :version",
    ExpressionAttributeValues: { ":version": version },
  },
});

/** Requires the version of an item as it was read; 0 for none. */
export const unchanged = ({ version }: { readonly version: number }) =>
  version === 0
    ? { ConditionExpression: "attribute_not_exists(pk)" }
    : { ConditionExpression: "version = :version", ExpressionAttributeValues: { ":version": version } };
