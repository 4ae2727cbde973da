import { changedFields } from "../api/changed-fields.ts";
import { createdAt } from "../runtime/record-id.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { ConsultationChanges } from "./consultation.contract.ts";
import type { ConsultationEventType } from "./consultation-events.contract.ts";
import { type CONSULTATION_STATUS_NAMES, consultationFields } from "./consultation-fields.contract.ts";

export type ConsultationStatus = (typeof CONSULTATION_STATUS_NAMES)[number];

type StatusTraits = {
  readonly isOpen: boolean;
  readonly keepsSlot: boolean;
  readonly event: ConsultationEventType;
};

/**
 * The traits of each status. A consultation can leave an open status for any other. A status can keep the slot
 * reserved. Reaching a status emits its event.
 */
export const CONSULTATION_STATUSES: Readonly<Record<ConsultationStatus, StatusTraits>> = {
  scheduled: { isOpen: true, keepsSlot: true, event: "consultation.booked" },
  rescheduled: { isOpen: true, keepsSlot: true, event: "consultation.rescheduled" },
  canceled: { isOpen: false, keepsSlot: false, event: "consultation.canceled" },
  completed: { isOpen: false, keepsSlot: true, event: "consultation.completed" },
  "no-show": { isOpen: false, keepsSlot: false, event: "consultation.no_show" },
};

export type Consultation = RecordOf<typeof consultationFields>;

/** The fields that a reschedule can change. */
type Appointment = Pick<Consultation, "attorneyId" | "startAt" | "durationMinutes" | "timeZone">;

const APPOINTMENT_FIELDS = ["attorneyId", "startAt", "durationMinutes", "timeZone"] as const;

export const isSameAppointment = (one: Appointment, other: Appointment): boolean =>
  APPOINTMENT_FIELDS.every((name) => one[name] === other[name]);

const NO_REMINDERS = { reminderMinutes: undefined };

/** Returns an open consultation in a new status, with other changes of that transition. */
export const withStatus = (
  consultation: Consultation,
  status: Exclude<ConsultationStatus, "scheduled">,
  changes: Partial<Appointment & Pick<Consultation, "location" | "outcome" | "data" | "canceledAt">> = {},
): Consultation => ({
  ...consultation,
  ...changes,
  ...(consultation.erasure && consultationFields.erased().record),
  ...(!CONSULTATION_STATUSES[status].isOpen && NO_REMINDERS),
  status,
  revision: consultation.revision + 1,
});

/** Returns a consultation as the API and its events show it. */
export const consultationResource = (consultation: Consultation) =>
  consultationFields.resource(consultation, { created_at: createdAt(consultation.id) });

/** Returns the fields that a valid PATCH changes. */
export const changesOf = (current: Consultation, input: Omit<ConsultationChanges, "status">) =>
  changedFields<Consultation>(current, {
    ...consultationFields.changes(input, current),
    ...(current.erasure && consultationFields.erased().record),
  });

/** Returns whether changes move a consultation to another appointment. */
export const isMove = (changes: Partial<Consultation>): boolean =>
  APPOINTMENT_FIELDS.some((name) => name in changes);

/**
 * Returns the currency of an amount that is set now: the firm's. The same amount again keeps the currency that it has.
 */
export const currencyOf = (
  amount: Consultation["amount"],
  settings: Pick<FirmSettings, "currency"> | null,
  before?: Pick<Consultation, "amount" | "currency">,
): Consultation["currency"] => {
  if (amount === null) return null;
  const kept = amount === before?.amount ? before.currency : null;
  return kept ?? settings?.currency ?? null;
};
