import { type KeyRecord, keyToItem } from "../api/keys/key-store.ts";
import { newKey } from "../api/keys/new-key.ts";
import { permitsPerLease } from "../api/keys/rate-windows.ts";
import type { Member } from "../members/member.rules.ts";
import { cachedMemberRecord } from "../members/member.store.ts";
import { invalidRequest } from "../schema/app-error.ts";
import { newKeyCheck } from "../settings/firm-state.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listDocuments, type Page, type PageRange } from "../table/list-newest-first.ts";
import { NO_RECORD, nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { cachedIf, ttlCache } from "../table/record-cache.ts";
import type { OnFault } from "../table/record-fault.ts";
import {
  apiKeyRecordKey,
  type Item,
  SOURCE_PREFIX,
  settingsPartition,
  sha256,
  sourceKey,
  sourceReservationKey,
} from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { documentUpdate, documentWrite, updateExpressions } from "../table/update-item.ts";
import { walkRecords } from "../table/walk-items.ts";
import {
  activeKeys,
  type IngestionKey,
  type RateSettings,
  requestsPerMinuteOf,
  type Source,
} from "./source.rules.ts";
import { sourceFields } from "./source-fields.contract.ts";

export const KEY_TAKEN = { field: "key", message: "is the key of another source" };

const parseSource = (item: Item): Source => sourceFields.item().parse(item);

/** Reads a source of this firm, or null. */
export const sourceRecord = (firm: FirmId, id: string): RecordRef<Source | null> => ({
  key: sourceKey(firm, id),
  parse: nullIfMissing(parseSource),
});

const cached = ttlCache<Source | null>();

/** Reads the same, from this instance's cache for a few seconds. */
export const cachedSourceRecord = (firm: FirmId, id: string) => cached(sourceRecord(firm, id));

/** Reads the source's default assignee, if any, from the cache of members. */
export const defaultAssigneeRecord = (
  firm: FirmId,
  { defaultAssigneeId }: Source,
): RecordRef<Member | null> =>
  defaultAssigneeId === null
    ? NO_RECORD
    : cachedIf(cachedMemberRecord(firm, defaultAssigneeId), (member) => member?.active === true, 1_000);

/** Reads whether the firm has a source with this key. */
export const sourceReservationRecord = (firm: FirmId, key: string): RecordRef<boolean> => ({
  key: sourceReservationKey(firm, key),
  parse: (item) => item !== undefined,
});

type NewKey = { readonly secret: string; readonly key: KeyRecord };

/** Returns a new key of a source, its secret, and its entry in the source's list of keys. */
export const newIngestionKey = (
  firm: FirmId,
  source: Pick<Source, "id" | "name" | "enabled"> & RateSettings,
  nowMilliseconds: number,
): NewKey & { readonly entry: IngestionKey } => {
  const { id, name, enabled } = source;
  const requestsPerMinute = requestsPerMinuteOf(source);
  const settings = { kind: "ingestion" as const, name, scopes: [], requestsPerMinute, sourceId: id };
  const { secret, key } = newKey(firm, settings, nowMilliseconds);
  return {
    secret,
    key: { ...key, enabled },
    entry: { sha256: sha256(secret), lastFour: key.lastFour, expiresAtEpochSeconds: null },
  };
};

// A source's ingestion keys are separate items, which authenticate requests. They are written with the source.

/** Writes a new source and its first key. */
export const putSource = (firm: FirmId, source: Source, newKey: NewKey): Write[] => [
  newKeyCheck(firm, newKey.key),
  {
    New: { ...sourceReservationKey(firm, source.key), id: source.id },
    refusal: () => invalidRequest([KEY_TAKEN]),
  },
  { New: { ...sourceKey(firm, source.id), ...source } },
  { New: keyToItem(newKey.secret, newKey.key) },
];

/** Sets fields of a source that was read, and copies those that authentication needs to its active keys. */
export const changeSource = (
  firm: FirmId,
  before: Source,
  fields: Partial<Source>,
  nowMilliseconds: number,
): Write[] => {
  const copies = keyFields(before, fields);
  const keys = Object.keys(copies).length === 0 ? [] : activeKeys(before.keys, nowMilliseconds);
  return [setSourceFields(firm, before, fields), ...keys.map(({ sha256 }) => setKeyFields(sha256, copies))];
};

/** Replaces the keys of a source that was read: adds the new key, sets the expiry of kept keys, deletes others. */
export const rotateKeys = (
  firm: FirmId,
  before: Source,
  { newKey, keys }: { readonly newKey: NewKey; readonly keys: readonly IngestionKey[] },
): Write[] => {
  const kept = keys.filter(({ sha256 }) => before.keys.some((key) => key.sha256 === sha256));
  const dropped = before.keys.filter(({ sha256 }) => keys.every((key) => key.sha256 !== sha256));
  return [
    newKeyCheck(firm, newKey.key),
    setSourceFields(firm, before, { keys }),
    { New: keyToItem(newKey.secret, newKey.key) },
    ...kept.map(({ sha256, expiresAtEpochSeconds }) => setKeyFields(sha256, { expiresAtEpochSeconds })),
    ...dropped.map(({ sha256 }) => removeKey(sha256)),
  ];
};

/** Deletes one of the keys of a source that was read. */
export const removeIngestionKey = (firm: FirmId, before: Source, sha256: string): Write[] => [
  setSourceFields(firm, before, { keys: before.keys.filter((key) => key.sha256 !== sha256) }),
  removeKey(sha256),
];

/** Reads pages of the sources. */
export const sourcePage =
  (firm: FirmId) =>
  (table: Table, range: PageRange): Promise<Page<Source>> =>
    listDocuments(table, firm, { sortPrefix: SOURCE_PREFIX, parse: parseSource }, range);

/** Reads every source of the firm, for the operator's commands. `onFault` receives those that cannot be read. */
export const listSources = async (table: Table, firm: FirmId, onFault: OnFault): Promise<Source[]> => {
  const documents = { pk: settingsPartition(firm), sortPrefix: SOURCE_PREFIX };
  const pages = walkRecords(table, { ...documents, kind: "source", parse: parseSource, onFault });
  const sources: Source[] = [];
  for await (const page of pages) sources.push(...page);
  return sources;
};

const keyFields = (before: Source, { enabled, ...fields }: Partial<Source>): Partial<KeyRecord> => {
  const requestsPerMinute = requestsPerMinuteOf({ ...before, ...fields });
  const isChanged = requestsPerMinute !== requestsPerMinuteOf(before);
  return {
    ...(enabled !== undefined && { enabled }),
    ...(isChanged && { requestsPerMinute, permitsPerLease: permitsPerLease(requestsPerMinute) }),
  };
};

const setSourceFields = (firm: FirmId, { id, version }: Source, fields: Partial<Source>): Write =>
  documentWrite(sourceKey(firm, id), version, fields);

const setKeyFields = (sha256: string, fields: Partial<KeyRecord | IngestionKey>): Write => ({
  Update: { Key: apiKeyRecordKey(sha256), ...updateExpressions(documentUpdate(fields)) },
});

const removeKey = (sha256: string): Write => ({ Delete: { Key: apiKeyRecordKey(sha256) } });
