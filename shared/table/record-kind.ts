import { firmIdFromVerifiedSource } from "./firm-id.ts";
import type { RecordKey } from "./item.ts";
import {
  apiKeyRecordKey,
  consultationKey,
  dayKey,
  eventKey,
  eventLogPartition,
  firmKeyEntryKey,
  firmRateKey,
  holdKey,
  idempotencyPartition,
  inboundDeliveryKey,
  leadKey,
  memberKey,
  settingsKey,
  settingsPartition,
  sourceKey,
  sourcePartition,
  webhookDeliveryKey,
  webhookKey,
} from "./record-keys.ts";

/** Parts of regular expressions. */
const FIRM = firmIdFromVerifiedSource("[^#]+");
const ANY = ".*";

/** The keys of each kind of record. The first that matches counts. */
const KINDS = [
  ["rate_window", firmRateKey(FIRM)],
  ["key", apiKeyRecordKey(ANY)],
  ["settings", settingsKey(FIRM)],
  ["member", memberKey(FIRM, ANY)],
  ["source", sourceKey(FIRM, ANY)],
  ["webhook", webhookKey(FIRM, ANY)],
  ["key_entry", firmKeyEntryKey(FIRM, ANY)],
  ["settings_entry", { pk: settingsPartition(FIRM), sk: ANY }],
  ["lead", leadKey(FIRM, ANY)],
  ["consultation", consultationKey(FIRM, ANY)],
  ["attorney_day", dayKey(FIRM, ANY, ANY)],
  ["hold", holdKey(FIRM, ANY)],
  ["event_batch", { pk: eventLogPartition(FIRM), sk: ANY }],
  ["event", eventKey(FIRM, ANY)],
  ["idempotency_record", { pk: idempotencyPartition(FIRM, ANY), sk: ANY }],
  ["inbound_delivery", inboundDeliveryKey(FIRM, ANY, ANY)],
  ["deduplication_record", { pk: sourcePartition(FIRM, ANY), sk: ANY }],
  ["webhook_delivery", webhookDeliveryKey(FIRM, ANY, ANY)],
] as const satisfies readonly (readonly [string, RecordKey])[];

export type RecordKind = (typeof KINDS)[number][0] | "other";

const PATTERNS = KINDS.map(([kind, { pk, sk }]) => [kind, new RegExp(`^${pk} ${sk}$`)] as const);

/** What a record is, by its key. */
export const recordKindOf = ({ pk, sk }: RecordKey): RecordKind =>
  PATTERNS.find(([, pattern]) => pattern.test(`${pk} ${sk}`))?.[0] ?? "other";
