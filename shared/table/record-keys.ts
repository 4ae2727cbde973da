import { createHash } from "node:crypto";
import type { FirmId } from "./firm-id.ts";

/** The primary key of an item. */
export type RecordKey = { readonly pk: string; readonly sk: string };

/** Returns a primary key as one string, for use in a Map. */
export const recordKeyText = ({ pk, sk }: RecordKey) => `${pk}\n${sk}`;

/** An unparsed item from the table. */
export type Item = Record<string, unknown>;

// Every key of a firm's records starts with the firm's id, except for what authentication looks up: keys and limits.

/** The partition of the firm's settings documents, with a sort key prefix for each kind. */
export const settingsPartition = (firm: FirmId) => `FIRM#${firm}`;

export const SETTINGS_SORT_KEY = "SETTINGS";
export const KEY_COUNTS_SORT_KEY = "KEYS";
export const MEMBER_PREFIX = "MEMBER#";
/** Sorts right before the members, so that one query reads both. */
export const ATTORNEYS_SORT_KEY = "MEMBER";
export const REMOVED_STAGE_PREFIX = "REMOVEDSTAGE#";
export const FIRM_KEY_PREFIX = "KEY#";
export const WEBHOOK_PREFIX = "WEBHOOK#";
export const CALENDAR_LINKS_PREFIX = "CALENDARLINKS#";
export const SESSIONS_PREFIX = "SESSIONS#";
export const WEBHOOK_DELIVERY_PREFIX = "DELIVERY#";
export const CALENDARS_SORT_KEY = "CALENDARS";
export const CONFLICT_INDEX_SORT_KEY = "CONFLICTINDEX";

export const SOURCE_PREFIX = "SOURCE#";
export const INBOUND_DELIVERY_PREFIX = "DELIVERY#";
const REPLAYED_PREFIX = "REPLAYED#";

export const settingsKey = (firm: FirmId): RecordKey => ({
  pk: settingsPartition(firm),
  sk: SETTINGS_SORT_KEY,
});

/** The mark of a recently removed stage. */
export const removedStageKey = (firm: FirmId, stage: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: REMOVED_STAGE_PREFIX + stage,
});

export const memberKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: MEMBER_PREFIX + id,
});

/** The calendar links of a member. Their keys, which requests look up, are stored with the other keys. */
export const calendarLinksKey = (firm: FirmId, memberId: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: CALENDAR_LINKS_PREFIX + memberId,
});

/** The sessions and the sign-in link of a member. Their keys, which requests look up, are stored with the other keys. */
export const memberSessionsKey = (firm: FirmId, memberId: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: SESSIONS_PREFIX + memberId,
});

/** The mark of the last change of a lead's name. */
export const lastRenameKey = (firm: FirmId): RecordKey => ({ pk: settingsPartition(firm), sk: "LASTRENAME" });

export const sourceKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: SOURCE_PREFIX + id,
});

/** The list of the firm's attorneys. */
export const attorneyListKey = (firm: FirmId): RecordKey => ({
  pk: settingsPartition(firm),
  sk: ATTORNEYS_SORT_KEY,
});

/** The turns that a ring of a rule has given. A changed rule has a new ring, whose turns begin anew. */
export const turnsKey = (firm: FirmId, rule: string, ring: number): RecordKey => ({
  pk: settingsPartition(firm),
  sk: `TURNS#${rule}#${ring}`,
});

/** The count of the firm's members. */
export const memberCountKey = (firm: FirmId): RecordKey => ({ pk: settingsPartition(firm), sk: "MEMBERS" });

/** The reservation of a source's key, ignoring case: keys that differ only in case would be confused. */
export const sourceReservationKey = (firm: FirmId, key: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: `SOURCENAME#${key.toLowerCase()}`,
});

/** The partition of a source's inbound deliveries and their deduplication records. */
export const sourcePartition = (firm: FirmId, sourceId: string) => `FIRM#${firm}#SOURCE#${sourceId}`;

export const inboundDeliveryKey = (firm: FirmId, sourceId: string, id: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: INBOUND_DELIVERY_PREFIX + id,
});

/** The deduplication record of a sender's own id. Hashed, since the id may be longer than a sort key. */
export const externalIdKey = (firm: FirmId, sourceId: string, externalId: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: `EXTERNAL#${sha256(externalId)}`,
});

/** The deduplication record of a replayed delivery: another mapping may find another external id in it, or none. */
export const replayKey = (firm: FirmId, sourceId: string, deliveryId: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: REPLAYED_PREFIX + deliveryId,
});

export const leadPartition = (firm: FirmId) => `FIRM#${firm}#LEAD`;

export const leadKey = (firm: FirmId, id: string): RecordKey => ({ pk: leadPartition(firm), sk: id });

/** The partition of what the firm did about its leads. */
export const activityPartition = (firm: FirmId) => `FIRM#${firm}#ACTIVITY`;

/** Sorts the activities of a lead together. */
export const activityPrefix = (leadId: string) => `${leadId}#`;

export const activityKey = (firm: FirmId, leadId: string, id: string): RecordKey => ({
  pk: activityPartition(firm),
  sk: activityPrefix(leadId) + id,
});

/** The partition of the firm's register: what it knows of people and companies beside its leads. */
export const conflictEntryPartition = (firm: FirmId) => `FIRM#${firm}#CONFLICTENTRY`;

export const conflictEntryKey = (firm: FirmId, key: string): RecordKey => ({
  pk: conflictEntryPartition(firm),
  sk: key,
});

/** The partition of the checks of leads for conflicts of interest. */
export const conflictCheckPartition = (firm: FirmId) => `FIRM#${firm}#CONFLICTCHECK`;

/** Sorts the checks of a lead together. */
export const conflictCheckPrefix = (leadId: string) => `${leadId}#`;

export const conflictCheckKey = (firm: FirmId, leadId: string, id: string): RecordKey => ({
  pk: conflictCheckPartition(firm),
  sk: conflictCheckPrefix(leadId) + id,
});

/** Begins the partitions of the keys by which checks find records; of any firm with `*`. */
export const conflictKeyPrefix = (firm: FirmId | "*") => `FIRM#${firm}#CONFLICTKEY#`;

/**
 * The partition of the records that have a name, an address or a number, of which it has the hash. They are sorted by the
 * side on which the name stands.
 */
export const conflictKeyPartition = (firm: FirmId, kind: string, value: string) =>
  conflictKeyPrefix(firm) + sha256(`${kind} ${value}`);

/** The mark of a firm whose leads are being indexed. */
export const conflictIndexKey = (firm: FirmId): RecordKey => ({
  pk: settingsPartition(firm),
  sk: CONFLICT_INDEX_SORT_KEY,
});

export const consultationPartition = (firm: FirmId) => `FIRM#${firm}#CONSULTATION`;

export const consultationKey = (firm: FirmId, id: string): RecordKey => ({
  pk: consultationPartition(firm),
  sk: id,
});

export const linkPartition = (firm: FirmId) => `FIRM#${firm}#LINK`;

/** A link for a client. Its key, which requests look up, is stored with the other keys. */
export const linkKey = (firm: FirmId, id: string): RecordKey => ({ pk: linkPartition(firm), sk: id });

export const consultationCountPartition = (firm: FirmId) => `FIRM#${firm}#CONSULTATIONCOUNT`;

/** The number of a lead's consultations. */
export const consultationCountKey = (firm: FirmId, leadId: string): RecordKey => ({
  pk: consultationCountPartition(firm),
  sk: leadId,
});

export const dayPartition = (firm: FirmId, attorneyId: string) => `FIRM#${firm}#DAY#${attorneyId}`;

/** An attorney's day: the slots booked on a UTC date (`YYYY-MM-DD`). */
export const dayKey = (firm: FirmId, attorneyId: string, date: string): RecordKey => ({
  pk: dayPartition(firm, attorneyId),
  sk: date,
});

/** The busy times of one calendar of an attorney on a UTC date. Sorts right after the day. */
export const busyTimesKey = (
  firm: FirmId,
  attorneyId: string,
  { date, calendar }: { readonly date: string; readonly calendar: string },
): RecordKey => ({ pk: dayPartition(firm, attorneyId), sk: `${date}#${calendar}` });

/** The calendars that tell an attorney's busy times, stored beside the attorney's days. */
export const attorneyCalendarsKey = (firm: FirmId, attorneyId: string): RecordKey => ({
  pk: dayPartition(firm, attorneyId),
  sk: CALENDARS_SORT_KEY,
});

/** Sorts after every date, beside the attorney's days. */
export const FEED_PREFIX = "FEED#";

/** The address and the state of a feed. Its busy times are those of the calendar that its id names. */
export const feedKey = (firm: FirmId, attorneyId: string, id: string): RecordKey => ({
  pk: dayPartition(firm, attorneyId),
  sk: FEED_PREFIX + id,
});

export const busyOverlapPartition = (firm: FirmId) => `FIRM#${firm}#BUSYOVERLAP`;

/** The consultations that one push of busy times newly overlaps, for the publisher. */
export const busyOverlapKey = (firm: FirmId, id: string): RecordKey => ({
  pk: busyOverlapPartition(firm),
  sk: id,
});

/** The expiries of an attorney's holds, stored beside the attorney's days. */
export const attorneyHoldsKey = (firm: FirmId, attorneyId: string): RecordKey => ({
  pk: dayPartition(firm, attorneyId),
  sk: "HOLDS",
});

export const holdPartition = (firm: FirmId) => `FIRM#${firm}#HOLD`;

export const holdKey = (firm: FirmId, id: string): RecordKey => ({ pk: holdPartition(firm), sk: id });

/** The partition of the firm's events, each under its id. */
export const eventPartition = (firm: FirmId) => `FIRM#${firm}#EVENT`;

export const eventKey = (firm: FirmId, id: string): RecordKey => ({ pk: eventPartition(firm), sk: id });

/** The partition of the order of the firm's events. */
export const eventLogPartition = (firm: FirmId) => `FIRM#${firm}#EVENTLOG`;

const NUMBER_DIGITS = 16;

/** A page of the log, by the number of its last event. Padded, so that numbers sort as text. */
export const eventPageKey = (firm: FirmId, lastNumber: number): RecordKey => ({
  pk: eventLogPartition(firm),
  sk: String(lastNumber).padStart(NUMBER_DIGITS, "0"),
});

/** Sorts after every number. */
export const OPEN_PAGE_SORT_KEY = "OPEN";

/** The page that receives new events. */
export const openEventPageKey = (firm: FirmId): RecordKey => ({
  pk: eventLogPartition(firm),
  sk: OPEN_PAGE_SORT_KEY,
});

export const idempotencyPartition = (firm: FirmId, operation: string) =>
  `FIRM#${firm}#IDEMPOTENCY#${operation}`;

export const idempotencyKey = (firm: FirmId, operation: string, key: string): RecordKey => ({
  pk: idempotencyPartition(firm, operation),
  sk: sha256(key),
});

/** The key has no firm: requests look up the API key to find its firm. */
export const apiKeyRecordKey = (sha256OfKey: string): RecordKey => ({ pk: `KEY#${sha256OfKey}`, sk: "KEY" });

/**
 * The rate window of a firm across its keys. Stored like the keys, because each function may update the items of its
 * leases.
 */
export const firmRateKey = (firm: string): RecordKey => ({ pk: `KEY#FIRM#${firm}`, sk: "RATE" });

/** Reverses `apiKeyRecordKey`. */
export const sha256OfApiKeyRecordKey = ({ pk }: Readonly<Record<string, unknown>>) =>
  String(pk).slice("KEY#".length);

/** The firm's own entry for a key, for listing its keys. */
export const firmKeyEntryKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: FIRM_KEY_PREFIX + id,
});

/** The number of the firm's keys, of those that can manage keys, and whether the operator has disabled the firm. */
export const keyCountsKey = (firm: FirmId): RecordKey => ({
  pk: settingsPartition(firm),
  sk: KEY_COUNTS_SORT_KEY,
});

export const webhookKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: WEBHOOK_PREFIX + id,
});

export const webhookDeliveryPartition = (firm: FirmId, webhookId: string) =>
  `FIRM#${firm}#WEBHOOK#${webhookId}`;

/** The delivery of an event to an endpoint: one record, however often the event is sent. */
export const webhookDeliveryKey = (firm: FirmId, webhookId: string, eventId: string): RecordKey => ({
  pk: webhookDeliveryPartition(firm, webhookId),
  sk: WEBHOOK_DELIVERY_PREFIX + eventId,
});

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
