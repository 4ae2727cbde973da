import { createHash } from "node:crypto";
import { type FirmId, firmIdFromVerifiedSource } from "../domain/firm/firm-id.ts";
import type { RecordKey } from "./dynamodb/item.ts";

// Every key of a firm's data starts with the firm; the store functions take it as their first argument.

/** The firm's settings of every kind, each kind behind its prefix. */
export const settingsPartition = (firm: FirmId) => `FIRM#${firm}`;

export const MEMBER_PREFIX = "MEMBER#";
export const FIRM_KEY_PREFIX = "KEY#";
export const WEBHOOK_PREFIX = "WEBHOOK#";
export const WEBHOOK_DELIVERY_PREFIX = "DELIVERY#";

export const SOURCE_PREFIX = "SOURCE#";
export const INBOUND_DELIVERY_PREFIX = "DELIVERY#";

export const settingsKey = (firm: FirmId): RecordKey => ({ pk: settingsPartition(firm), sk: "SETTINGS" });

export const memberKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: MEMBER_PREFIX + id,
});

export const sourceKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: SOURCE_PREFIX + id,
});

/** Holds a source's key for it alone; keys that differ in case would be taken for one another. */
export const sourceNameKey = (firm: FirmId, key: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: `SOURCENAME#${key.toLowerCase()}`,
});

/** What one source delivered. */
export const sourcePartition = (firm: FirmId, sourceId: string) => `FIRM#${firm}#SOURCE#${sourceId}`;

export const inboundDeliveryKey = (firm: FirmId, sourceId: string, id: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: INBOUND_DELIVERY_PREFIX + id,
});

/** Which lead a sender's own id stands for. The id is arbitrary text, longer than a sort key may be. */
export const externalIdKey = (firm: FirmId, sourceId: string, externalId: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: `EXTERNAL#${sha256(externalId)}`,
});

/** The same for a delivery that names no id and is replayed, so that it makes no second lead. */
export const replayKey = (firm: FirmId, sourceId: string, deliveryId: string): RecordKey => ({
  pk: sourcePartition(firm, sourceId),
  sk: `REPLAYED#${deliveryId}`,
});

export const leadPartition = (firm: FirmId) => `FIRM#${firm}#LEAD`;

export const leadKey = (firm: FirmId, id: string): RecordKey => ({ pk: leadPartition(firm), sk: id });

export const consultationPartition = (firm: FirmId) => `FIRM#${firm}#CONSULTATION`;

export const consultationKey = (firm: FirmId, id: string): RecordKey => ({
  pk: consultationPartition(firm),
  sk: id,
});

export const dayPartition = (firm: FirmId, attorneyId: string) => `FIRM#${firm}#DAY#${attorneyId}`;

/** An attorney's day: what is booked on a UTC date (`YYYY-MM-DD`). */
export const dayKey = (firm: FirmId, attorneyId: string, date: string): RecordKey => ({
  pk: dayPartition(firm, attorneyId),
  sk: date,
});

export const idempotencyKey = (firm: FirmId, operation: string, key: string): RecordKey => ({
  pk: `FIRM#${firm}#IDEMPOTENCY#${operation}`,
  sk: sha256(key),
});

/** Found before any firm is known: it is what tells the firm. */
export const apiKeyRecordKey = (sha256OfKey: string): RecordKey => ({ pk: `KEY#${sha256OfKey}`, sk: "KEY" });

/** Back from the key of such a record. */
export const sha256OfApiKeyRecordKey = ({ pk }: Readonly<Record<string, unknown>>) =>
  String(pk).slice("KEY#".length);

/** The firm's own entry for a key, so that its keys can be listed. */
export const firmKeyEntryKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: FIRM_KEY_PREFIX + id,
});

/** How many keys the firm has, and how many of them can manage keys. */
export const keyCountsKey = (firm: FirmId): RecordKey => ({ pk: settingsPartition(firm), sk: "KEYS" });

export const webhookKey = (firm: FirmId, id: string): RecordKey => ({
  pk: settingsPartition(firm),
  sk: WEBHOOK_PREFIX + id,
});

export const webhookDeliveryPartition = (firm: FirmId, webhookId: string) =>
  `FIRM#${firm}#WEBHOOK#${webhookId}`;

/** An event on its way to an endpoint: one record, however often the event is handed on. */
export const webhookDeliveryKey = (firm: FirmId, webhookId: string, eventId: string): RecordKey => ({
  pk: webhookDeliveryPartition(firm, webhookId),
  sk: WEBHOOK_DELIVERY_PREFIX + eventId,
});

export const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** Whose record of which kind a key names, for records that emit events; null for any other. */
export const parseEventSourceKey = ({
  pk,
}: RecordKey): { firmId: FirmId; kind: "LEAD" | "CONSULTATION" } | null => {
  const [, firm, kind] = /^FIRM#([^#]+)#(LEAD|CONSULTATION)$/.exec(pk) ?? [];
  if (firm === undefined || (kind !== "LEAD" && kind !== "CONSULTATION")) return null;
  return { firmId: firmIdFromVerifiedSource(firm), kind };
};
