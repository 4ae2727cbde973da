import type { Violation } from "../api/schema/violations.ts";
import type { Lead } from "../leads/lead.rules.ts";
import type { Member } from "../members/member.rules.ts";
import { isUuid } from "../runtime/record-id.ts";
import type { ConsultationChanges } from "./consultation.contract.ts";
import { type Appointment, type Consultation, isBookable, isSameAppointment } from "./consultation.rules.ts";

/** The appointment after a valid PATCH; null if the PATCH changes nothing. */
export const appointmentChange = (
  current: Consultation,
  input: Omit<ConsultationChanges, "status">,
): Appointment | null => {
  const appointment = {
    startAt: input.start_at ?? current.startAt,
    durationMinutes: input.duration_min ?? current.durationMinutes,
    attorneyId: input.attorney_id ?? current.attorneyId,
    timeZone: input.time_zone ?? current.timeZone,
  };
  return isSameAppointment(appointment, current) ? null : appointment;
};

/** The schema rejects non-UUIDs. */
export const attorneyViolations = (attorneyId: unknown, member: Member | null): Violation[] =>
  !isUuid(attorneyId) || isBookable(member)
    ? []
    : [{ field: "attorney_id", message: "must be an active, schedulable member of the firm" }];

/** The schema rejects non-UUIDs. */
export const leadViolations = (leadId: unknown, lead: Pick<Lead, "erasure"> | null): Violation[] => {
  if (!isUuid(leadId) || (lead !== null && lead.erasure === undefined)) return [];
  const message = lead === null ? "must be a lead of the firm" : "must be a lead whose data were not erased";
  return [{ field: "lead_id", message }];
};
