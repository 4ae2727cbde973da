import { type FirmId, firmIdFromVerifiedSource } from "./firm-id.ts";
import {
  CALENDARS_SORT_KEY,
  CONFLICT_INDEX_SORT_KEY,
  FEED_PREFIX,
  REMOVED_STAGE_PREFIX,
  type RecordKey,
  WEBHOOK_DELIVERY_PREFIX,
  WEBHOOK_PREFIX,
} from "./record-keys.ts";

// Parsers of the keys in `record-keys.ts`.

/** Reverses `settingsPartition`; returns null for any other partition. */
export const parseSettingsPartition = (pk: string): FirmId | null => {
  const [, firm] = /^FIRM#([^#]+)$/.exec(pk) ?? [];
  return firm === undefined ? null : firmIdFromVerifiedSource(firm);
};

/** Reverses `eventLogPartition`; returns null for any other partition. */
export const parseEventLogPartition = (pk: string): FirmId | null => {
  const [, firm] = /^FIRM#([^#]+)#EVENTLOG$/.exec(pk) ?? [];
  return firm === undefined ? null : firmIdFromVerifiedSource(firm);
};

/** Reverses `removedStageKey`. */
export const parseRemovedStageKey = ({ pk, sk }: RecordKey) => {
  const firmId = parseSettingsPartition(pk);
  if (firmId === null || !sk.startsWith(REMOVED_STAGE_PREFIX))
    throw new Error("The key is not that of a removed stage.");
  return { firmId, stage: sk.slice(REMOVED_STAGE_PREFIX.length) };
};

/** Reverses `conflictIndexKey`; returns null for any other key. */
export const parseConflictIndexKey = ({ pk, sk }: RecordKey): FirmId | null =>
  sk === CONFLICT_INDEX_SORT_KEY ? parseSettingsPartition(pk) : null;

/** Reverses `linkKey`. */
export const parseLinkKey = ({ pk, sk }: RecordKey) => {
  const [, firm] = /^FIRM#([^#]+)#LINK$/.exec(pk) ?? [];
  if (firm === undefined) throw new Error("The key is not that of a link.");
  return { firmId: firmIdFromVerifiedSource(firm), id: sk };
};

/** Reverses `conflictEntryKey`; returns null for any other key. */
export const parseConflictEntryKey = ({ pk, sk }: RecordKey) => {
  const [, firm] = /^FIRM#([^#]+)#CONFLICTENTRY$/.exec(pk) ?? [];
  return firm === undefined ? null : { firmId: firmIdFromVerifiedSource(firm), key: sk };
};

/** Reverses `dayPartition`; returns null for any other partition. */
const parseDayPartition = (pk: string) => {
  const [, firm, attorneyId] = /^FIRM#([^#]+)#DAY#([^#]+)$/.exec(pk) ?? [];
  return firm === undefined || attorneyId === undefined
    ? null
    : { firmId: firmIdFromVerifiedSource(firm), attorneyId };
};

/** Reverses `attorneyCalendarsKey`; returns null for any other key. */
export const parseAttorneyCalendarsKey = ({ pk, sk }: RecordKey) =>
  sk === CALENDARS_SORT_KEY ? parseDayPartition(pk) : null;

/** Reverses `feedKey`. */
export const parseFeedKey = ({ pk, sk }: RecordKey) => {
  const days = parseDayPartition(pk);
  if (days === null || !sk.startsWith(FEED_PREFIX)) throw new Error("The key is not that of a feed.");
  return { ...days, id: sk.slice(FEED_PREFIX.length) };
};

/** A webhook delivery, or an endpoint with waiting deliveries, by the key of its item. */
export type DueRecord = {
  readonly firmId: FirmId;
  readonly webhookId: string;
  /** Null for an endpoint. */
  readonly eventId: string | null;
};

/** Reverses `webhookDeliveryKey` and `webhookKey`; returns null for any other key. */
export const parseDueKey = ({ pk, sk }: RecordKey): DueRecord | null => {
  const [, firm, webhookId] = /^FIRM#([^#]+)(?:#WEBHOOK#([^#]+))?$/.exec(pk) ?? [];
  const [, prefix, id] = /^([A-Z]+#)([^#]+)$/.exec(sk) ?? [];
  if (firm === undefined || id === undefined) return null;
  const firmId = firmIdFromVerifiedSource(firm);
  if (webhookId === undefined)
    return prefix === WEBHOOK_PREFIX ? { firmId, webhookId: id, eventId: null } : null;
  return prefix === WEBHOOK_DELIVERY_PREFIX ? { firmId, webhookId, eventId: id } : null;
};

/** The kinds of records that emit events, as in their partition keys. Of a source, the records are its deliveries. */
const EVENT_SOURCE_KINDS = [
  "LEAD",
  "CONSULTATION",
  "BUSYOVERLAP",
  "SOURCE",
  // In an attorney's days.
  CALENDARS_SORT_KEY,
] as const;

export type EventSourceKind = (typeof EVENT_SOURCE_KINDS)[number];

/** Returns the firm and kind of a record that emits events; null for any other record. */
export const parseEventSourceKey = (key: RecordKey): { firmId: FirmId; kind: EventSourceKind } | null => {
  const calendars = parseAttorneyCalendarsKey(key);
  if (calendars) return { firmId: calendars.firmId, kind: CALENDARS_SORT_KEY };
  const [, firm, name] = /^FIRM#([^#]+)#(SOURCE(?=#)|[A-Z]+$)/.exec(key.pk) ?? [];
  const kind = EVENT_SOURCE_KINDS.find((each) => each === name);
  return firm === undefined || kind === undefined ? null : { firmId: firmIdFromVerifiedSource(firm), kind };
};
