import { randomBytes } from "node:crypto";
import { ConditionalCheckFailedException, TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { UpdateCommand, type UpdateCommandInput } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { AppError } from "../api/app-error.ts";
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
  /** Lists to add entries to, by path. */
  readonly appended?: readonly (readonly [Path, readonly unknown[]])[];
  readonly when?: Readonly<Record<string, unknown>>;
  /** Keeps the ids of these updates apart from those of others of the item, which count them by a version. */
  readonly idPrefix?: string | undefined;
};

/** Top-level attributes as the `set` of an update. */
export const setFields = (fields: object): Update["set"] =>
  Object.entries(fields).map(([name, value]) => [[name], value]);

/** The item after the update, or as it was when the condition failed: undefined when it does not exist. */
export type UpdateOutcome =
  | { readonly result: "done"; readonly item: Item }
  | { readonly result: "refused"; readonly item: Item | undefined };

/**
 * Updates an existing item if it has the values that `when` requires. A failed condition costs no second read. The SDK
 * repeats an update whose answer was lost; the item keeps the ids of its last updates, so the repeat finds that the
 * update is done and returns the item as it is by then.
 * @throws AppError `unavailable` when so much has changed since that nobody can tell whether the update was applied
 */
export const conditionalUpdate = async (
  table: Table,
  key: RecordKey,
  update: Update,
): Promise<UpdateOutcome> => {
  const updateId = newUpdateId();
  const { repeated, ...outcome } = await sendUpdate(table, {
    Key: key,
    ...updateExpressions(update, updateId),
  });
  const { result, item } = outcome;
  if (result === "done" || item === undefined) return outcome;
  if (isUpdatedBy(item, updateId, update)) return { result: "done", item };
  if (repeated && mayHaveBeenApplied(update, item)) {
    throw new AppError(
      "unavailable",
      "Whether the change was made is not known. Read the record, then decide.",
    );
  }
  return outcome;
};

const UPDATE_ID_BYTES = 9;

export const newUpdateId = () => randomBytes(UPDATE_ID_BYTES).toString("base64url");

/** Whether the update is among the item's last ones. */
export const isUpdatedBy = (item: Item, updateId: string, { idPrefix }: Pick<Update, "idPrefix"> = {}) =>
  recentUpdates({ idPrefix }).some((attribute) => item[attribute] === updateId);

/** The attributes of a new item that record by which write it was made. */
export const updatedBy = (updateId: string): Item => ({ update1: updateId });

const RECENT_MAXIMUM = 3;

/** The attributes with the ids of an item's last updates, newest first. */
const recentUpdates = ({ idPrefix = "update" }: Pick<Update, "idPrefix">) =>
  Array.from({ length: RECENT_MAXIMUM }, (_, index) => `${idPrefix}${index + 1}`);

/**
 * Every update of an item with a counter increments it, so the difference says how many updates at the most may have
 * removed the id. Without a required counter, a refusal tells what the item is now, and that is the answer.
 */
const mayHaveBeenApplied = ({ incremented = [], when = {} }: Update, item: Item): boolean =>
  incremented.some(([counter = ""]) => Number(item[counter]) - Number(when[counter]) > RECENT_MAXIMUM);

/** `repeated` tells whether the SDK sent the update more than once. */
type SentUpdate = UpdateOutcome & { readonly repeated: boolean };

/**
 * The same with handwritten expressions, for updates that `Update` cannot express. They must allow for being applied
 * twice, or refuse it.
 */
export const sendUpdate = async (
  table: Table,
  update: Omit<UpdateCommandInput, "TableName">,
): Promise<SentUpdate> => {
  let repeated = false;
  const outcome = await retryOnConflict(async () => {
    const { attempts, ...sent } = await sendUpdateOnce(table, update);
    repeated ||= attempts > 1;
    return sent.result === "conflict" ? sent.result : sent;
  });
  return { ...outcome, repeated };
};

type Attempts = { readonly attempts: number };

/** Returns `conflict` while a transaction writes the item: the SDK does not retry that error. */
const sendUpdateOnce = async (
  table: Table,
  update: Omit<UpdateCommandInput, "TableName">,
): Promise<(UpdateOutcome | { readonly result: "conflict" }) & Attempts> => {
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({
        ...update,
        TableName: table.name,
        ReturnValues: "ALL_NEW",
        ReturnValuesOnConditionCheckFailure: "ALL_OLD",
      }),
    );
    return { result: "done", item: Attributes ?? {}, attempts: 1 };
  } catch (error) {
    if (error instanceof TransactionConflictException)
      return { result: "conflict", attempts: attemptsOf(error) };
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { result: "refused", item: error.Item && unmarshall(error.Item), attempts: attemptsOf(error) };
  }
};

const attemptsOf = ({ $metadata }: { readonly $metadata: { readonly attempts?: number } }) =>
  $metadata.attempts ?? 1;

/**
 * The expressions of an update. Names are placeholders, since an attribute name may be a reserved word. With an id,
 * the update is recorded among the item's last ones, and never applied while it is among them.
 */
export const updateExpressions = (
  { set, removed = [], incremented = [], appended = [], when = {}, idPrefix }: Update,
  updateId?: string,
) => {
  const recent = updateId === undefined ? [] : recentUpdates({ idPrefix });
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
    ...recent.map((attribute, index) => `${attribute} = ${newerId(recent[index - 1])}`),
  ];
  const conditions = Object.entries(when).map(
    ([attribute, value]) => `${addName(attribute)} = ${addValue(value)}`,
  );
  const removals = removed.length > 0 ? ` REMOVE ${removed.map(addPath).join(", ")}` : "";
  return {
    UpdateExpression: `SET ${sets.join(", ")}${removals}`,
    ConditionExpression: [
      `attribute_exists(${addName("pk")})`,
      ...conditions,
      ...recent.map((attribute) => `${attribute} <> :updateId`),
    ].join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(
      [...names].map(([attribute, placeholder]) => [placeholder, attribute]),
    ),
    ExpressionAttributeValues: {
      ...values,
      ...(updateId !== undefined && { ":updateId": updateId, ":noUpdate": "" }),
    },
  };
};

/** Moves each id to the next attribute: values on the right are those before the update. */
const newerId = (attribute: string | undefined) =>
  attribute === undefined ? ":updateId" : `if_not_exists(${attribute}, :noUpdate)`;
