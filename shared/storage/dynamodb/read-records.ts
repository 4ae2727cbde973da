import { setTimeout as sleep } from "node:timers/promises";
import { BatchGetCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { AppError } from "../../contract/app-error.ts";
import type { RecordKey } from "../record-keys.ts";
import type { Table } from "./table.ts";

export type Item = Record<string, unknown>;

/** A record that can be read: where it is, what to make of what is found, and what of it is known already. */
export type RecordRef<Value> = {
  readonly key: RecordKey;
  readonly parse: (item: Item | undefined) => Value;
  readonly cached?: () => Value | undefined;
};

/** Nothing, without asking: for what a request does not name. */
export const NO_RECORD: RecordRef<null> = { key: { pk: "", sk: "" }, parse: () => null, cached: () => null };

/** The record as it stands, whatever is cached of it. */
export const uncached = <Value>({ key, parse }: RecordRef<Value>): RecordRef<Value> => ({ key, parse });

type Values<Wanted> = { [Name in keyof Wanted]: Wanted[Name] extends RecordRef<infer Value> ? Value : never };

/**
 * Reads records strongly consistently in one round trip, or in none when all of them are cached. Several are not a
 * snapshot: what is decided from them is settled by the conditions of the write.
 */
export const readRecords = async <Wanted extends Record<string, RecordRef<unknown>>>(
  table: Table,
  wanted: Wanted,
): Promise<Values<Wanted>> => {
  const known = Object.entries(wanted).map(([name, record]) => ({ name, record, value: record.cached?.() }));
  const missing = distinct(known.filter(({ value }) => value === undefined).map(({ record }) => record.key));
  const items = missing.length === 0 ? [] : await readItems(table, missing);
  const found = (key: RecordKey) => items.find(({ pk, sk }) => pk === key.pk && sk === key.sk);
  const values = known.map(({ name, record, value }) => [name, value ?? record.parse(found(record.key))]);
  return Object.fromEntries(values) as Values<Wanted>;
};

/** No batch may name a key twice. */
const distinct = (keys: readonly RecordKey[]) => [
  ...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values(),
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

/** A throttled table answers a part of a batch and names the rest. */
const readBatch = async (table: Table, keys: Item[], attempt: number): Promise<Item[]> => {
  const { Responses, UnprocessedKeys } = await table.client.send(
    new BatchGetCommand({ RequestItems: { [table.name]: { Keys: keys, ConsistentRead: true } } }),
  );
  const items = Responses?.[table.name] ?? [];
  const rest = UnprocessedKeys?.[table.name]?.Keys ?? [];
  if (rest.length === 0) return items;
  if (attempt === TRIES) throw new AppError("unavailable", "The store is busy. Try again.");
  await sleep(Math.random() * 50 * 2 ** attempt);
  return [...items, ...(await readBatch(table, rest, attempt + 1))];
};
