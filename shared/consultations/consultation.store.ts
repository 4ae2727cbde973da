import * as z from "zod/mini";
import { type Change, changeAttributes } from "../api/change.ts";
import { checked } from "../api/operation.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { HeldSlot } from "../scheduling/attorney-day.rules.ts";
import { type SlotPreconditions, slotWrites } from "../scheduling/slot-writes.store.ts";
import { AppError, requireFound } from "../schema/app-error.ts";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import { dueAttributes, REMINDER_SHARDS } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listingOf } from "../table/list-newest-first.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { consultationCountKey, consultationKey, type Item } from "../table/record-keys.ts";
import { slotOf } from "../time/intervals.rules.ts";
import { CONSULTATION_STATUSES, type Consultation } from "./consultation.rules.ts";
import { consultationFields } from "./consultation-fields.contract.ts";
import { nextReminderMilliseconds } from "./reminder.rules.ts";

export const parseConsultation = (item: Item): Consultation =>
  consultationFields.item().parse({
    leadId: item.archivedLeadId,
    ...item,
    id: item.sk,
    archived: item.listing === listingOf(true),
  });

/** Returns the slot that a consultation holds; null when its status releases it. */
export const slotOfConsultation = (consultation: Consultation): HeldSlot | null =>
  CONSULTATION_STATUSES[consultation.status].keepsSlot
    ? { ...slotOf(consultation), id: consultation.id, attorneyId: consultation.attorneyId }
    : null;

/**
 * Returns the item. An archived consultation has its lead as `archivedLeadId`: without `leadId`, the indexes of active
 * consultations omit it.
 */
export const consultationToItem = (
  firm: FirmId,
  { id, leadId, archived, ...fields }: Consultation,
  change: Change,
): Item => ({
  ...consultationKey(firm, id),
  ...(archived ? { archivedLeadId: leadId, listing: listingOf(archived) } : { leadId }),
  ...fields,
  ...reminderDue({ id, ...fields }),
  ...changeAttributes({ id, changeId: fields.changeId }, change),
});

/** Returns the attributes by which the sweep finds the next reminder, if any. */
export const reminderDue = (
  consultation: Pick<Consultation, "id" | "startAt" | "reminderMinutes">,
): Partial<ReturnType<typeof dueAttributes>> => {
  const milliseconds = nextReminderMilliseconds(consultation);
  return milliseconds === null ? {} : dueAttributes(consultation.id, milliseconds, REMINDER_SHARDS);
};

/** Reads a consultation of this firm, or null. */
export const consultationRecord = (firm: FirmId, id: string): RecordRef<Consultation | null> => ({
  key: consultationKey(firm, id),
  parse: nullIfMissing(parseConsultation),
});

const changedItem = lazy(() => z.object({ changeId: z.string() }));

/** Reads a consultation of this firm with the instant of its last change, or null. */
export const changedConsultationRecord = (firm: FirmId, id: string) => ({
  key: consultationKey(firm, id),
  parse: nullIfMissing((item) => ({
    consultation: parseConsultation(item),
    changedAt: createdAt(changedItem().parse(item).changeId),
  })),
});

type ConsultationChange = {
  /** The consultation before the change; null for a new one. */
  readonly before: Consultation | null;
  readonly after: Consultation;
  readonly change: Change;
  /** The records that the check of its new slot read; absent when it takes none. */
  readonly preconditions?: SlotPreconditions;
};

/**
 * Writes a consultation and the days of its slot. Requires the basis of the decision unchanged: the consultation and,
 * when it takes a slot, the preconditions.
 */
export const putConsultation = (
  firm: FirmId,
  { before, after, change, preconditions }: ConsultationChange,
): Write[] => {
  const Item = consultationToItem(firm, after, change);
  // Each stored state has its own revision, so the condition also implies a status that allows the transition.
  const unchanged = {
    ConditionExpression: "revision = :before",
    ExpressionAttributeValues: { ":before": before?.revision },
  };
  return [
    ...(before === null
      ? [{ New: Item }, addToCount(firm, after.leadId)]
      : [{ Put: { Item, ...unchanged } }]),
    ...slotWrites(firm, {
      released: before && slotOfConsultation(before),
      taken: slotOfConsultation(after),
      preconditions,
    }),
  ];
};

/** Reads a consultation that can still change. Throws `not_found` when it is missing or final. */
export const openConsultation = (firm: FirmId, id: string) =>
  checked(consultationRecord(firm, id), (read) => {
    const consultation = requireFound("consultation", read);
    const { status } = consultation;
    if (!CONSULTATION_STATUSES[status].isOpen) throw isFinal(status);
    return consultation;
  });

const isFinal = (status: string) =>
  new AppError(
    "not_found",
    `The consultation is ${status}, which is final: it can be neither moved nor canceled any more.`,
  );

// The number of consultations that name a lead, archived and final ones included. The indexes by lead lag behind the
// table. A merge must move all of them, and knows by the number when it has found them.

const countItem = lazy(() => z.object({ consultations: z.number() }));

/** Reads the number of a lead's consultations. */
export const consultationCountRecord = (firm: FirmId, leadId: string): RecordRef<number> => ({
  key: consultationCountKey(firm, leadId),
  parse: (item) => (item === undefined ? 0 : countItem().parse(item).consultations),
});

/** Counts consultations that the same commit assigns to the lead. Requires that the lead was not merged. */
export const addToCount = (firm: FirmId, leadId: string, number = 1): Write => ({
  Update: {
    Key: consultationCountKey(firm, leadId),
    UpdateExpression: "ADD consultations :number",
    ConditionExpression: "attribute_not_exists(isMerged)",
    ExpressionAttributeValues: { ":number": number },
  },
});

/** Ends the count of a lead that the same commit merges. Requires that nothing was booked since the read. */
export const endCount = (firm: FirmId, leadId: string, read: number): Write => ({
  Put: {
    Item: { ...consultationCountKey(firm, leadId), consultations: 0, isMerged: true },
    ...(read === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "consultations = :read", ExpressionAttributeValues: { ":read": read } }),
  },
});
