import type { Violation } from "../../contract/app-error.ts";
import type { ConsultationChanges } from "../../contract/consultations.ts";
import type { Member } from "../members/member.ts";
import { isUuid } from "../record-id.ts";
import { type Appointment, type Consultation, isBookable } from "./consultation.ts";

/** What of a valid PATCH differs from the appointment as it stands; null when nothing does. */
export const appointmentChange = (
  current: Consultation,
  sent: Omit<ConsultationChanges, "status">,
): Partial<Appointment> | null => {
  const wanted: Partial<Appointment> = {
    startAt: sent.start_at ?? current.startAt,
    durationMinutes: sent.duration_min ?? current.durationMinutes,
    attorneyId: sent.attorney_id ?? current.attorneyId,
    timeZone: sent.time_zone ?? current.timeZone,
  };
  return APPOINTMENT_FIELDS.every((name) => wanted[name] === current[name]) ? null : wanted;
};

const APPOINTMENT_FIELDS = ["startAt", "durationMinutes", "attorneyId", "timeZone"] as const;

export const attorneyViolations = (attorneyId: unknown, member: Member | null): Violation[] =>
  !isId(attorneyId) || isBookable(member)
    ? []
    : [{ field: "attorney_id", message: "must be an active, schedulable member of the firm" }];

export const leadViolations = (leadId: unknown, lead: object | null): Violation[] =>
  !isId(leadId) || lead !== null ? [] : [{ field: "lead_id", message: "must be a lead of the firm" }];

/** What is no id is the schema's to refuse. */
const isId = (value: unknown) => typeof value === "string" && isUuid(value);
