import { setTimeout as sleep } from "node:timers/promises";
import { BatchGetCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { AppError } from "../api/app-error.ts";
import { deadlineSignal } from "../runtime/deadline.ts";
import { type Item, type RecordKey, recordKeyText } from "./item.ts";
import type { Table } from "./table.ts";

/** A record to read: its key, its parser (given undefined when there is no item), and its cached value if any. */
export type RecordRef<Value> = {
  readonly key: RecordKey;
  readonly parse: (item: Item | undefined) => Value;
  readonly cached?: () => Value | undefined;
};

/** Reads as null without a round trip: for a record that the request does not identify. */
export const NO_RECORD: RecordRef<null> = { key: { pk: "", sk: "" }, parse: () => null, cached: () => null };

/** The parser of a record that may not exist. */
export const nullIfMissing =
  <Value>(parse: (item: Item) => Value) =>
  (item: Item | undefined): Value | null =>
    item === undefined ? null : parse(item);

/** The same record, read from the table even when it is cached. */
export const uncached = <Value>({ key, parse }: RecordRef<Value>): RecordRef<Value> => ({ key, parse });

/** Records to read by name: one each, or a list. */
type Refs = Readonly<Record<string, RecordRef<unknown> | readonly RecordRef<unknown>[]>>;

type ValueOf<Ref> =
  Ref extends RecordRef<infer Value>
    ? Value
    : Ref extends readonly RecordRef<infer Value>[]
      ? Value[]
      : never;

type Values<Named extends Refs> = { [Name in keyof Named]: ValueOf<Named[Name]> };

/**
 * Reads records strongly consistently in one round trip, or in none when all are cached. Several records are not a
 * snapshot: a write that depends on them needs conditions of its own.
 */
export const readRecords = async <Named extends Refs>(table: Table, refs: Named): Promise<Values<Named>> => {
  const cached = new Map(
    Object.values(refs).flatMap((ref) => [ref].flat().map((each) => [each, each.cached?.()])),
  );
  const missing = distinct([...cached].flatMap(([{ key }, value]) => (value === undefined ? [key] : [])));
  const items = missing.length === 0 ? [] : await readItems(table, missing);
  const itemOf = (key: RecordKey) => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  const toValue = (ref: RecordRef<unknown>) => cached.get(ref) ?? ref.parse(itemOf(ref.key));
  const values = Object.entries(refs).map(([name, ref]) => [
    name,
    isList(ref) ? ref.map(toValue) : toValue(ref),
  ]);
  return Object.fromEntries(values) as Values<Named>;
};

const isList = (ref: Refs[string]): ref is readonly RecordRef<unknown>[] => Array.isArray(ref);

/** Reads one record strongly consistently, or returns its cached value. */
export const readRecord = async <Value>(table: Table, ref: RecordRef<Value>): Promise<Value> => {
  const { record } = await readRecords(table, { record: ref });
  return record;
};

/** A batch must not contain a key twice. */
const distinct = (keys: readonly RecordKey[]) => [
  ...new Map(keys.map((key) => [recordKeyText(key), key])).values(),
];

const readItems = async (table: Table, keys: readonly RecordKey[]): Promise<Item[]> => {
  const [only, ...others] = keys;
  if (only && others.length === 0) {
    const { Item } = await table.client.send(
      new GetCommand({ TableName: table.name, Key: only, ConsistentRead: true }),
    );
    return Item ? [Item] : [];
  }
  return readBatch(table, [...keys], 1);
};

const TRIES = 4;

/** A throttled table returns part of a batch and lists the unprocessed keys. */
const readBatch = async (table: Table, keys: Item[], attempt: number): Promise<Item[]> => {
  const { Responses, UnprocessedKeys } = await table.client.send(
    new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } }),
  );
  const items = Responses?.[table.name] ?? [];
  const rest = UnprocessedKeys?.[table.name]?.Keys ?? [];
  if (rest.length === 0) return items;
  if (attempt === TRIES) throw new AppError("unavailable", "The store is busy. Try again.");
  await sleep(Math.random() * 50 * 2 ** attempt, undefined, { signal: deadlineSignal() });
  return [...items, ...(await readBatch(table, rest, attempt + 1))];
};
