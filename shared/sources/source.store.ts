import * as z from "zod/mini";
import { type KeyRecord, keyToItem } from "../api/keys/key-store.ts";
import { permitsPerLease } from "../api/keys/rate-window.ts";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { newKeyCheck, newKeyRefusal, writeMarkedKey } from "../firm/firm-state.store.ts";
import { updateExpressions } from "../table/conditional-update.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import type { Page, PageRange } from "../table/list-newest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { apiKeyRecordKey, SOURCE_PREFIX, sourceKey, sourceReservationKey } from "../table/record-keys.ts";
import { doneOrConflict } from "../table/retry-on-conflict.ts";
import { documentUpdate, listDocuments } from "../table/settings-document.ts";
import type { Table } from "../table/table.ts";
import { type TransactItem, type TransactionOutcome, transact } from "../table/transaction.ts";
import { ttlCache } from "../table/ttl-cache.ts";
import { REJECTED_ANSWERS } from "./source.contract.ts";
import { activeKeys, type IngestionKey, type Source } from "./source.rules.ts";
import { storedConditions } from "./source-conditions.contract.ts";
import { storedMapping } from "./source-mapping.contract.ts";
import { storedBodySecret, storedSignature } from "./source-proof.contract.ts";

const sourceItem = lazy(() =>
  z.object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    // Sources stored before this field have none.
    jsonFields: z._default(z.array(z.string()), []),
    mapping: storedMapping(),
    // Sources stored before these fields have their defaults.
    acceptWhen: z._default(storedConditions(), []),
    testWhen: z._default(storedConditions(), []),
    signature: z._default(z.nullable(storedSignature()), null),
    bodySecret: z._default(z.nullable(storedBodySecret()), null),
    allowedOrigins: z._default(z.array(z.string()), []),
    redirectUrl: z._default(z.nullable(z.string()), null),
    errorRedirectUrl: z._default(z.nullable(z.string()), null),
    rejectedAnswer: z._default(z.enum(REJECTED_ANSWERS), "error"),
    defaultAssigneeId: z.nullable(z.string()),
    enabled: z.boolean(),
    // Sources stored before this field have keys with the default limit.
    requestsPerMinute: z._default(z.number(), LIMITS.requestsPerMinuteDefault),
    keys: z.array(
      z.object({ sha256: z.string(), lastFour: z.string(), expiresAtEpochSeconds: z.nullable(z.number()) }),
    ),
    version: z.number(),
  }),
);

const parseSource = (item: Item): Source => sourceItem().parse(item);

/** A source of this firm, or null. */
export const sourceRecord = (firm: FirmId, id: string): RecordRef<Source | null> => ({
  key: sourceKey(firm, id),
  parse: nullIfMissing(parseSource),
});

const cached = ttlCache<Source | null>();

/** The same, from this instance's cache for a few seconds. */
export const cachedSourceRecord = (firm: FirmId, id: string) => cached(sourceRecord(firm, id));

/** Whether the firm has a source with this key. */
export const sourceReservationRecord = (firm: FirmId, key: string): RecordRef<boolean> => ({
  key: sourceReservationKey(firm, key),
  parse: (item) => item !== undefined,
});

type NewKey = { readonly secret: string; readonly key: KeyRecord };

/** A source's ingestion keys are separate items, which authenticate requests; one transaction writes all of them. */
export const sourceStore = (table: Table) => ({
  /** @returns `taken`, having written nothing, when another source has its key, or `firm_disabled` */
  create: async (
    firm: FirmId,
    source: Source,
    newKey: NewKey,
  ): Promise<"done" | "taken" | "firm_disabled" | "conflict"> =>
    writeMarkedKey(newKey.key, async (key) => {
      const outcome = await transact(table, [
        newKeyCheck(table, firm, key),
        {
          Put: {
            TableName: table.name,
            Item: { ...sourceReservationKey(firm, source.key), id: source.id },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
        put(table, { ...sourceKey(firm, source.id), ...source }),
        put(table, keyToItem(newKey.secret, key)),
      ]);
      if (outcome.result !== "refused") return outcome.result;
      return refusalOfKey(outcome, key) ?? "taken";
    }),

  /** Changes this version of the source, and copies to its active keys what authentication reads there. */
  change: async (
    firm: FirmId,
    before: Source,
    fields: Partial<Source>,
    nowMilliseconds: number,
  ): Promise<"done" | "conflict"> => {
    const copies = keyFields(fields);
    const outcome = await transact(table, [
      sourceUpdate(table, firm, before, fields),
      ...(Object.keys(copies).length === 0
        ? []
        : activeKeys(before.keys, nowMilliseconds).map(({ sha256 }) => keyUpdate(table, sha256, copies))),
    ]);
    return doneOrConflict(outcome);
  },

  /** Replaces the keys of this version of the source: adds the new key, sets the expiry of kept keys, deletes others. */
  rotate: async (
    firm: FirmId,
    before: Source,
    { newKey, keys }: { newKey: NewKey; keys: readonly IngestionKey[] },
  ): Promise<"done" | "firm_disabled" | "conflict"> => {
    const kept = keys.filter(({ sha256 }) => before.keys.some((key) => key.sha256 === sha256));
    const dropped = before.keys.filter(({ sha256 }) => keys.every((key) => key.sha256 !== sha256));
    return writeMarkedKey(newKey.key, async (key) => {
      const outcome = await transact(table, [
        newKeyCheck(table, firm, key),
        sourceUpdate(table, firm, before, { keys }),
        put(table, keyToItem(newKey.secret, key)),
        ...kept.map(({ sha256, expiresAtEpochSeconds }) =>
          keyUpdate(table, sha256, { expiresAtEpochSeconds }),
        ),
        ...dropped.map(({ sha256 }) => ({ Delete: { TableName: table.name, Key: apiKeyRecordKey(sha256) } })),
      ]);
      if (outcome.result !== "refused") return outcome.result;
      return refusalOfKey(outcome, key) ?? "conflict";
    });
  },

  /** Deletes one of the keys of this version of the source. */
  removeKey: async (firm: FirmId, before: Source, sha256: string): Promise<"done" | "conflict"> => {
    const keys = before.keys.filter((key) => key.sha256 !== sha256);
    const outcome = await transact(table, [
      sourceUpdate(table, firm, before, { keys }),
      { Delete: { TableName: table.name, Key: apiKeyRecordKey(sha256) } },
    ]);
    return doneOrConflict(outcome);
  },

  list: (firm: FirmId, range: PageRange): Promise<Page<Source>> =>
    listDocuments(table, firm, { sortPrefix: SOURCE_PREFIX, parse: parseSource }, range),
});

/** Why the first item of a transaction, a `newKeyCheck`, failed; null when it did not. */
const refusalOfKey = (
  { reasons: [first] }: Extract<TransactionOutcome, { result: "refused" }>,
  key: KeyRecord,
) => (first?.failed ? newKeyRefusal(first.item, key) : null);

const keyFields = ({ enabled, requestsPerMinute }: Partial<Source>): Partial<KeyRecord> => ({
  ...(enabled !== undefined && { enabled }),
  ...(requestsPerMinute && { requestsPerMinute, permitsPerLease: permitsPerLease(requestsPerMinute) }),
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
    ...updateExpressions(documentUpdate(fields, { version })),
  },
});

const keyUpdate = (
  table: Table,
  sha256: string,
  fields: Partial<KeyRecord | IngestionKey>,
): TransactItem => ({
  Update: {
    TableName: table.name,
    Key: apiKeyRecordKey(sha256),
    ...updateExpressions(documentUpdate(fields)),
  },
});
