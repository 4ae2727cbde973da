import { setTimeout as sleep } from "node:timers/promises";
import { BatchGetCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { batchesOf } from "../runtime/collections.ts";
import { deadlineSignal } from "../runtime/deadline.ts";
import { isUuid } from "../runtime/record-id.ts";
import { AppError } from "../schema/app-error.ts";
import { type Item, type RecordKey, recordKeyText } from "./record-keys.ts";
import type { Table } from "./table.ts";

/** A record to read: its key, its parser (given undefined for a missing item), and its cached value if any. */
export type RecordRef<Value> = {
  readonly key: RecordKey;
  readonly parse: (item: Item | undefined) => Value;
  /** Returns the value, if this instance read it less than `ageMilliseconds` ago; by default, the cache's own time. */
  readonly cached?: (ageMilliseconds?: number) => Value | undefined;
  /** Returns the value that this instance read last, however old. Only for a guess which other records to read. */
  readonly lastRead?: () => Value | undefined;
};

/** A query that runs beside the reads of records by key. */
export type QueryRef<Value> = { readonly query: (table: Table) => Promise<Value> };

type Ref = RecordRef<unknown> | QueryRef<unknown> | readonly RecordRef<unknown>[] | Refs;

/** The reads by name: a record, a query, a list of records, or more names. */
export type Refs = { readonly [name: string]: Ref };

export type Values<Read> =
  Read extends RecordRef<infer Value>
    ? Value
    : Read extends QueryRef<infer Value>
      ? Value
      : Read extends readonly RecordRef<infer Value>[]
        ? Value[]
        : { [Name in keyof Read]: Values<Read[Name]> };

/** Reads from one table. */
export type Reader = <Named extends Refs>(refs: Named) => Promise<Values<Named>>;

/** Reads as a given value without a round trip. */
export const known = <Value>(value: Value): RecordRef<Value> => ({
  key: { pk: "", sk: "" },
  parse: () => value,
  cached: () => value,
});

/** Reads as null without a round trip, when the request identifies no record. */
export const NO_RECORD: RecordRef<null> = known(null);

/** Returns the parser of a record that may not exist. */
export const nullIfMissing =
  <Value>(parse: (item: Item) => Value) =>
  (item: Item | undefined): Value | null =>
    item === undefined ? null : parse(item);

/** Returns the same record, always read from the table. */
export const uncached = <Value>({ key, parse }: RecordRef<Value>): RecordRef<Value> => ({ key, parse });

/**
 * Reads records strongly consistently in one round trip, or in none when all are cached, and runs queries meanwhile.
 * Several records are not a snapshot: a write that depends on them needs its own conditions. An error of a record's
 * parser wins over one of a query: a missing record is 404 even with an invalid cursor of its list.
 */
export const readRecords = async <Named extends Refs>(table: Table, refs: Named): Promise<Values<Named>> => {
  const records = recordsIn(refs);
  const cached = new Map(records.map((ref) => [ref, ref.cached?.()] as const));
  const missing = distinct(records.filter((ref) => cached.get(ref) === undefined).map(({ key }) => key));
  const reading = missing.length === 0 ? [] : readItems(table, missing);
  const queried = Promise.all(queriesIn(refs).map(async (ref) => [ref, await ref.query(table)] as const));
  queried.catch(() => {});
  const items = await reading;
  const itemOf = (key: RecordKey) => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  const values = new Map<Ref, unknown>(
    records.map((ref) => [ref, cached.get(ref) ?? ref.parse(itemOf(ref.key))]),
  );
  for (const [ref, value] of await queried) values.set(ref, value);
  return valuesOf(refs, values) as Values<Named>;
};

/** Returns whether the reads need no call of the table. */
export const areCached = (refs: Refs): boolean =>
  queriesIn(refs).length === 0 && recordsIn(refs).every((ref) => ref.cached?.() !== undefined);

const isQuery = (ref: Ref): ref is QueryRef<unknown> => typeof ref === "object" && "query" in ref;
const isRecord = (ref: Ref): ref is RecordRef<unknown> => "parse" in ref && typeof ref.parse === "function";

const leavesOf = (ref: Ref): (RecordRef<unknown> | QueryRef<unknown>)[] =>
  isRecord(ref) || isQuery(ref) ? [ref] : Object.values(ref).flatMap(leavesOf);
const recordsIn = (refs: Refs) => leavesOf(refs).filter(isRecord);
const queriesIn = (refs: Refs) => leavesOf(refs).filter(isQuery);

const valuesOf = (ref: Ref, values: ReadonlyMap<Ref, unknown>): unknown => {
  if (isRecord(ref) || isQuery(ref)) return values.get(ref);
  if (Array.isArray(ref)) return ref.map((each: Ref) => valuesOf(each, values));
  return Object.fromEntries(Object.entries(ref).map(([name, each]) => [name, valuesOf(each, values)]));
};

/** Reads one record strongly consistently, or returns its cached value. */
export const readRecord = async <Value>(table: Table, ref: RecordRef<Value>): Promise<Value> => {
  const { record } = await readRecords(table, { record: ref });
  return record;
};

/** Removes keys that occur twice. */
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
  const batches = batchesOf(keys, BATCH_MAXIMUM).map((batch) => readBatch(table, batch, 1));
  return (await Promise.all(batches)).flat();
};

const BATCH_MAXIMUM = 100;

const TRIES = 4;

/** Reads a batch again for its unprocessed keys: a throttled table returns only part of it. */
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

/** Returns the record of an id from an unvalidated body; null without a round trip unless the id is a UUID. */
export const recordFromBody = <Value>(
  id: unknown,
  recordOf: (id: string) => RecordRef<Value>,
): RecordRef<Value | null> => (isUuid(id) ? recordOf(id.toLowerCase()) : NO_RECORD);
