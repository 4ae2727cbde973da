import { createHash } from "node:crypto";
import type { FirmId } from "./firm-id.ts";

/** Primary key of an item. */
export type RecordKey = { readonly pk: string; readonly sk: string };

/** A primary key as one string, for use in a Map. */
export const recordKeyText = ({ pk, sk }: RecordKey) => `${pk}\n${sk}`;

/** An item as read from the table, not parsed yet. */
export type Item = Record<string, unknown>;

// Every key of a firm's records starts with the firm's id. What authentication looks up does not: keys and limits.

/** Holds the firm's settings documents, each kind with a sort key prefix of its own. */
export const settingsPartition = (firm: FirmId) => `FIRM#${firm}`;

export const SETTINGS_SORT_KEY = "SETTINGS";
export const KEY_COUNTS_SORT_KEY = "KEYS";
export const MEMBER_PREFIX = "MEMBER#";
/** Right before those of the members, so that one query reads both. */
export const ATTORNEYS_SORT_KEY = "MEMBER";
export const REMOVED_STAGE_PREFIX = "REMOVEDSTAGE#";
export const FIRM_KEY_PREFIX = "KEY#";
export const WEBHOOK_PREFIX = "WEBHOOK#";
export const WEBHOOK_DELIVERY_PREFIX = "DELIVERY#";

export const SOURCE_PREFIX = "SOURCE#";
export const INBOUND_DELIVERY_PREFIX = "DELIVERY#";
const REPLAYED_PREFIX = "REPLAYED#";

export const settingsKey = (firm: FirmId): RecordKey => ({
  pk: settingsPartition(firm),
  sk: SETTINGS_SORT_KEY,
});

/** A stage that was removed a moment ago. */
export const removedStageKey = (firm: FirmId, stage: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: REMOVED_STAGE_PREFIX + stage,
});

export const memberKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: MEMBER_PREFIX + id,
});

export const sourceKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: SOURCE_PREFIX + id,
});

/** Lists the firm's attorneys. */
export const attorneyListKey = (firm: FirmId): RecordKey => ({
  pk: settingsPartition(firm),
  sk: ATTORNEYS_SORT_KEY,
});

/** Counts the firm's members. */
export const memberCountKey = (firm: FirmId): RecordKey => ({ pk: settingsPartition(firm), sk: "MEMBERS" });

/** Reserves a source's key for that source, ignoring case: keys that differ only in case would be confused. */
export const sourceReservationKey = (firm: FirmId, key: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: `SOURCENAME#${key.toLowerCase()}`,
});

/** Holds a source's inbound deliveries and their deduplication records. */
export const sourcePartition = (firm: FirmId, sourceId: string) => `FIRM#${firm}#SOURCE#${sourceId}`;

export const inboundDeliveryKey = (firm: FirmId, sourceId: string, id: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: INBOUND_DELIVERY_PREFIX + id,
});

/** Deduplication record of a sender's own id. Hashed, since that text may be longer than a sort key may be. */
export const externalIdKey = (firm: FirmId, sourceId: string, externalId: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: `EXTERNAL#${sha256(externalId)}`,
});

/** Deduplication record of a replayed delivery: another mapping may find another external id, or none, in it. */
export const replayKey = (firm: FirmId, sourceId: string, deliveryId: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: REPLAYED_PREFIX + deliveryId,
});

export const leadPartition = (firm: FirmId) => `FIRM#${firm}#LEAD`;

export const leadKey = (firm: FirmId, id: string): RecordKey => ({ pk: leadPartition(firm), sk: id });

export const consultationPartition = (firm: FirmId) => `FIRM#${firm}#CONSULTATION`;

export const consultationKey = (firm: FirmId, id: string): RecordKey => ({
  pk: consultationPartition(firm),
  sk: id,
});

export const linkPartition = (firm: FirmId) => `FIRM#${firm}#LINK`;

/** A link for a client. Its key, under which requests find it, is beside the other keys. */
export const linkKey = (firm: FirmId, id: string): RecordKey => ({ pk: linkPartition(firm), sk: id });

export const consultationCountPartition = (firm: FirmId) => `FIRM#${firm}#CONSULTATIONCOUNT`;

/** How many consultations a lead has. */
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

/** When the holds of an attorney expire, beside the attorney's days. */
export const attorneyHoldsKey = (firm: FirmId, attorneyId: string): RecordKey => ({
  pk: dayPartition(firm, attorneyId),
  sk: "HOLDS",
});

export const holdPartition = (firm: FirmId) => `FIRM#${firm}#HOLD`;

export const holdKey = (firm: FirmId, id: string): RecordKey => ({ pk: holdPartition(firm), sk: id });

/** Holds the firm's events, each under its id. */
export const eventPartition = (firm: FirmId) => `FIRM#${firm}#EVENT`;

export const eventKey = (firm: FirmId, id: string): RecordKey => ({ pk: eventPartition(firm), sk: id });

/** Holds the order of the firm's events. */
export const eventLogPartition = (firm: FirmId) => `FIRM#${firm}#EVENTLOG`;

const NUMBER_DIGITS = 16;

/** A page of the log, by the number of its last event. Padded, so that numbers sort as text. */
export const eventPageKey = (firm: FirmId, lastNumber: number): RecordKey => ({
  pk: eventLogPartition(firm),
  sk: String(lastNumber).padStart(NUMBER_DIGITS, "0"),
});

/** The page that events are appended to. Sorts after every number. */
export const openEventPageKey = (firm: FirmId): RecordKey => ({ pk: eventLogPartition(firm), sk: "OPEN" });

export const idempotencyPartition = (firm: FirmId, operation: string) =>
  `FIRM#${firm}#IDEMPOTENCY#${operation}`;

export const idempotencyKey = (firm: FirmId, operation: string, key: string): RecordKey => ({
  pk: idempotencyPartition(firm, operation),
  sk: sha256(key),
});

/** Without a firm: an API key is looked up to find its firm. */
export const apiKeyRecordKey = (sha256OfKey: string): RecordKey => ({ pk: `KEY#${sha256OfKey}`, sk: "KEY" });

/** The rate window of a firm across its keys. Beside the keys, because each function may update what it takes leases on. */
export const firmRateKey = (firm: string): RecordKey => ({ pk: `KEY#FIRM#${firm}`, sk: "RATE" });

/** The inverse of `apiKeyRecordKey`. */
export const sha256OfApiKeyRecordKey = ({ pk }: Readonly<Record<string, unknown>>) =>
  String(pk).slice("KEY#".length);

/** The firm's own entry for a key, so that its keys can be listed. */
export const firmKeyEntryKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: FIRM_KEY_PREFIX + id,
});

/** How many keys the firm has, how many of them can manage keys, and whether the operator has disabled the firm. */
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
