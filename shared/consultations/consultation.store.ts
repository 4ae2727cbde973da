import * as z from "zod/mini";
import { type Change, changeAttributes } from "../api/change.ts";
import { checked } from "../api/operation.ts";
import { boundedMap } from "../runtime/collections.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { HeldSlot } from "../scheduling/attorney-day.store.ts";
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

/** The slot that a consultation holds; null when its status gives it back. */
export const slotOfConsultation = (consultation: Consultation): HeldSlot | null =>
  CONSULTATION_STATUSES[consultation.status].keepsSlot
    ? { ...slotOf(consultation), id: consultation.id, attorneyId: consultation.attorneyId }
    : null;

/**
 * An archived consultation has its lead as `archivedLeadId`: without `leadId` it is in none of the indexes of active
 * consultations.
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
  ...changeAttributes(id, change),
});

/** What lets the sweep find the next reminder, if one is to come. */
export const reminderDue = (
  consultation: Pick<Consultation, "id" | "startAt" | "reminderMinutes">,
): Partial<ReturnType<typeof dueAttributes>> => {
  const milliseconds = nextReminderMilliseconds(consultation);
  return milliseconds === null ? {} : dueAttributes(consultation.id, milliseconds, REMINDER_SHARDS);
};

/** A consultation of this firm, or null. */
export const consultationRecord = (firm: FirmId, id: string): RecordRef<Consultation | null> => ({
  key: consultationKey(firm, id),
  parse: nullIfMissing(parseConsultation),
});

const changedItem = lazy(() => z.object({ changeId: z.string() }));

/** A consultation of this firm with the instant of its last change, or null. */
export const changedConsultationRecord = (firm: FirmId, id: string) => ({
  key: consultationKey(firm, id),
  parse: nullIfMissing((item) => ({
    consultation: parseConsultation(item),
    changedAt: createdAt(changedItem().parse(item).changeId),
  })),
});

type ConsultationChange = {
  /** The consultation as it was read; null for a new one. */
  readonly before: Consultation | null;
  readonly after: Consultation;
  readonly change: Change;
  /** What the check of the slot that it takes has read; absent when it takes none. */
  readonly preconditions?: SlotPreconditions;
};

/**
 * Writes a consultation and the days of its slot, and requires unchanged what the decision was based on: the consultation
 * and, when it takes a slot, the preconditions.
 */
export const putConsultation = (
  firm: FirmId,
  { before, after, change, preconditions }: ConsultationChange,
): Write[] => {
  const Item = consultationToItem(firm, after, change);
  // The revision tells every stored state apart, so it stands for the status that allows a transition.
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

/** A consultation that can still change: reading one that is final, or that the firm does not have, throws `not_found`. */
export const openConsultation = (firm: FirmId, id: string) =>
  checked(consultationRecord(firm, id), (read) => {
    const consultation = requireFound("consultation", read);
    const { status, attorneyId } = consultation;
    if (!CONSULTATION_STATUSES[status].isOpen) throw isFinal(status);
    lastAttorneys.set(firm, attorneyId);
    return consultation;
  });

const isFinal = (status: string) =>
  new AppError(
    "not_found",
    `The consultation is ${status}, which is final: book a new one instead. It can still be paid and archived.`,
  );

/** The attorney of the open consultation that this instance last read, by firm: in a small firm, often that of the next. */
const lastAttorneys = boundedMap<FirmId, string>(10_000);

export const likelyAttorney = (firm: FirmId): string | undefined => lastAttorneys.get(firm);

// The number of consultations that name a lead, archived and final ones included. The indexes that have them by lead lag
// behind the table: a merge, which must move them all, knows by the number when it has found them.

const countItem = lazy(() => z.object({ consultations: z.number() }));

/** The number of a lead's consultations. */
export const consultationCountRecord = (firm: FirmId, leadId: string): RecordRef<number> => ({
  key: consultationCountKey(firm, leadId),
  parse: (item) => (item === undefined ? 0 : countItem().parse(item).consultations),
});

/** Counts consultations that the same commit gives to the lead, and requires that the lead was not merged. */
export const addToCount = (firm: FirmId, leadId: string, number = 1): Write => ({
  Update: {
    Key: consultationCountKey(firm, leadId),
    UpdateExpression: "ADD consultations :number",
    ConditionExpression: "attribute_not_exists(isMerged)",
    ExpressionAttributeValues: { ":number": number },
  },
});

/** The count of a lead that the same commit merges. Requires that nothing was booked since it was read. */
export const endCount = (firm: FirmId, leadId: string, read: number): Write => ({
  Put: {
    Item: { ...consultationCountKey(firm, leadId), consultations: 0, isMerged: true },
    ...(read === 0
      ? { ConditionExpression: "attribute_not_exists(pk)" }
      : { ConditionExpression: "consultations = :read", ExpressionAttributeValues: { ":read": read } }),
  },
});
