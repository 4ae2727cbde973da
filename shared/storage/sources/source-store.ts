import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import type { FirmId } from "../../domain/firm/firm-id.ts";
import { activeKeys, type IngestionKey, type Source } from "../../domain/sources/source.ts";
import { updateExpressions } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import { listNewestFirst, type Page, type PageRange } from "../dynamodb/list-newest-first.ts";
import type { RecordRef } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { type TransactItem, transact } from "../dynamodb/transaction.ts";
import { ttlCache } from "../dynamodb/ttl-cache.ts";
import { type KeyRecord, keyToItem } from "../keys/key-store.ts";
import {
  apiKeyRecordKey,
  SOURCE_PREFIX,
  settingsPartition,
  sourceKey,
  sourceNameKey,
} from "../record-keys.ts";

const sourceItem = lazy(() =>
  z.object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    mapping: z.record(z.string(), z.string()),
    defaultAssigneeId: z.nullable(z.string()),
    enabled: z.boolean(),
    keys: z.array(
      z.object({ sha256: z.string(), lastFour: z.string(), expiresAtEpochSeconds: z.nullable(z.number()) }),
    ),
    version: z.number(),
  }),
);

/** A source of this firm, or null. */
export const sourceRecord = (firm: FirmId, id: string): RecordRef<Source | null> => ({
  key: sourceKey(firm, id),
  parse: (item) => (item === undefined ? null : sourceItem().parse(item)),
});

const cached = ttlCache<Source | null>();

/** The same, from this instance's cache for a few seconds. */
export const cachedSourceRecord = (firm: FirmId, id: string) => cached(sourceRecord(firm, id));

/** Whether a source of this firm has that key. */
export const sourceNameRecord = (firm: FirmId, key: string): RecordRef<boolean> => ({
  key: sourceNameKey(firm, key),
  parse: (item) => item !== undefined,
});

type Made = { readonly secret: string; readonly key: KeyRecord };

/** A source's ingestion keys are items of their own, which requests find; each write keeps them and the source as one. */
export const sourceStore = (table: Table) => ({
  /** @returns `taken` when another source has its key: nothing was written then */
  create: async (firm: FirmId, source: Source, made: Made): Promise<"done" | "taken" | "conflict"> => {
    const { result } = await transact(table, [
      {
        Put: {
          TableName: table.name,
          Item: { ...sourceNameKey(firm, source.key), id: source.id },
          ConditionExpression: "attribute_not_exists(pk)",
        },
      },
      put(table, { ...sourceKey(firm, source.id), ...source }),
      put(table, keyToItem(made.secret, made.key)),
    ]);
    return result === "refused" ? "taken" : result;
  },

  /** Replaces this version of the source; whether it is enabled goes to its keys, which is where requests look. */
  change: async (
    firm: FirmId,
    before: Source,
    fields: Partial<Source>,
    nowMilliseconds: number,
  ): Promise<"done" | "conflict"> => {
    const { enabled } = fields;
    const { result } = await transact(table, [
      sourceUpdate(table, firm, before, fields),
      ...(enabled === undefined
        ? []
        : activeKeys(before.keys, nowMilliseconds).map((key) =>
            keyUpdate(table, key, [[["enabled"], enabled]]),
          )),
    ]);
    return result === "done" ? "done" : "conflict";
  },

  /** Puts a new key in front of this version's, whose newest ends when it says; any other is gone. */
  rotate: async (
    firm: FirmId,
    before: Source,
    { made, keys }: { made: Made; keys: readonly IngestionKey[] },
  ): Promise<"done" | "conflict"> => {
    const kept = keys.filter(({ sha256 }) => before.keys.some((key) => key.sha256 === sha256));
    const gone = before.keys.filter(({ sha256 }) => keys.every((key) => key.sha256 !== sha256));
    const { result } = await transact(table, [
      sourceUpdate(table, firm, before, { keys }),
      put(table, keyToItem(made.secret, made.key)),
      ...kept.map((key) => keyUpdate(table, key, [[["expiresAtEpochSeconds"], key.expiresAtEpochSeconds]])),
      ...gone.map(({ sha256 }) => ({ Delete: { TableName: table.name, Key: apiKeyRecordKey(sha256) } })),
    ]);
    return result === "done" ? "done" : "conflict";
  },

  list: (firm: FirmId, range: PageRange): Promise<Page<Source>> =>
    listNewestFirst(
      table,
      {
        partition: { pk: settingsPartition(firm) },
        sortPrefix: SOURCE_PREFIX,
        consistent: true,
        parse: (item) => sourceItem().parse(item),
        matches: () => true,
      },
      range,
    ),
});

const put = (table: Table, Item: Item): TransactItem => ({ Put: { TableName: table.name, Item } });

const sourceUpdate = (
  table: Table,
  firm: FirmId,
  { id, version }: Source,
  fields: Partial<Source>,
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: sourceKey(firm, id),
    ...updateExpressions({
      set: Object.entries(fields).map(([name, value]) => [[name], value]),
      incremented: [["version"]],
      when: { version },
    }),
  },
});

const keyUpdate = (
  table: Table,
  { sha256 }: IngestionKey,
  set: Parameters<typeof updateExpressions>[0]["set"],
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: apiKeyRecordKey(sha256),
    ...updateExpressions({ set, incremented: [["version"]] }),
  },
});
