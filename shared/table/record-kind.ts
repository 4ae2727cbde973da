import type { FirmId } from "./firm-id.ts";
import {
  activityKey,
  apiKeyRecordKey,
  attorneyCalendarsKey,
  busyOverlapKey,
  busyTimesKey,
  calendarLinksKey,
  conflictCheckKey,
  conflictEntryKey,
  conflictKeyPrefix,
  consultationCountKey,
  consultationKey,
  dayKey,
  eventKey,
  eventLogPartition,
  feedKey,
  firmKeyEntryKey,
  firmRateKey,
  holdKey,
  idempotencyPartition,
  inboundDeliveryKey,
  leadKey,
  linkKey,
  memberKey,
  memberSessionsKey,
  type RecordKey,
  settingsKey,
  settingsPartition,
  sourceKey,
  sourcePartition,
  webhookDeliveryKey,
  webhookKey,
} from "./record-keys.ts";

/** Part of a regular expression. */
const ANY = ".*";

/** The keys of each kind of a firm's records. The first match counts. */
const keysOfKinds = (firm: FirmId) =>
  [
    ["rate_window", firmRateKey(firm)],
    ["key", apiKeyRecordKey(ANY)],
    ["settings", settingsKey(firm)],
    ["member", memberKey(firm, ANY)],
    ["source", sourceKey(firm, ANY)],
    ["webhook", webhookKey(firm, ANY)],
    ["key_entry", firmKeyEntryKey(firm, ANY)],
    ["calendar_links", calendarLinksKey(firm, ANY)],
    ["member_sessions", memberSessionsKey(firm, ANY)],
    ["settings_entry", { pk: settingsPartition(firm), sk: ANY }],
    ["lead", leadKey(firm, ANY)],
    ["activity", activityKey(firm, ANY, ANY)],
    ["conflict_entry", conflictEntryKey(firm, ANY)],
    ["conflict_check", conflictCheckKey(firm, ANY, ANY)],
    ["conflict_key", { pk: conflictKeyPrefix(firm) + ANY, sk: ANY }],
    ["consultation", consultationKey(firm, ANY)],
    ["consultation_count", consultationCountKey(firm, ANY)],
    ["link", linkKey(firm, ANY)],
    ["attorney_calendars", attorneyCalendarsKey(firm, ANY)],
    ["feed", feedKey(firm, ANY, ANY)],
    ["busy_overlap", busyOverlapKey(firm, ANY)],
    ["busy_times", busyTimesKey(firm, ANY, { date: ANY, calendar: ANY })],
    ["attorney_day", dayKey(firm, ANY, ANY)],
    ["hold", holdKey(firm, ANY)],
    ["event_page", { pk: eventLogPartition(firm), sk: ANY }],
    ["event", eventKey(firm, ANY)],
    ["idempotency_record", { pk: idempotencyPartition(firm, ANY), sk: ANY }],
    ["inbound_delivery", inboundDeliveryKey(firm, ANY, ANY)],
    ["deduplication_record", { pk: sourcePartition(firm, ANY), sk: ANY }],
    ["webhook_delivery", webhookDeliveryKey(firm, ANY, ANY)],
  ] as const satisfies readonly (readonly [string, RecordKey])[];

export type RecordKind = ReturnType<typeof keysOfKinds>[number][0] | "other";

/** Returns a function that finds the kind of a firm's record by its key. */
export const recordKindsOf = (firm: FirmId): ((key: RecordKey) => RecordKind) => {
  const patterns = keysOfKinds(firm).map(
    ([kind, { pk, sk }]) => [kind, new RegExp(`^${pk} ${sk}$`)] as const,
  );
  return ({ pk, sk }) => patterns.find(([, pattern]) => pattern.test(`${pk} ${sk}`))?.[0] ?? "other";
};
