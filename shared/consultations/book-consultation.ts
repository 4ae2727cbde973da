import { operation, readMore, required } from "../api/operation.ts";
import { dataChange, dataViolations } from "../firm/custom-data.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { requireUnmergedLead } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import type { Member } from "../members/member.rules.ts";
import { attorneyCandidates, bookingViolations } from "../scheduling/attorney-candidates.steps.ts";
import { checkAppointment } from "../scheduling/check-appointment.steps.ts";
import { holdRecordFromBody } from "../scheduling/hold.store.ts";
import { bookingReadsFromBody } from "../scheduling/pool-reads.store.ts";
import type { Slot } from "../scheduling/scheduling-context.store.ts";
import { recordFromBody } from "../table/read-records.ts";
import { bookConsultationEndpoint, type NewConsultation } from "./consultation.contract.ts";
import { type Consultation, consultationResource, leadViolations } from "./consultation.rules.ts";
import { consultationRecord, putConsultation } from "./consultation.store.ts";
import { findConsultationType, wantedMinutes } from "./consultation-type.rules.ts";
import { withReminders } from "./reminder.rules.ts";

/** Books a slot: one read of everything that the decision needs, then one write that requires it unchanged. */
export const bookConsultation = operation(bookConsultationEndpoint, {
  reads: ({ firmId, json }) => ({
    lead: recordFromBody(json.lead_id, (id) => leadRecord(firmId, id)),
    hold: holdRecordFromBody(firmId, json.hold_id),
    ...bookingReadsFromBody(firmId, json),
  }),

  violations: (records, request) => [
    ...leadViolations(request.json.lead_id, records.lead),
    ...bookingViolations(records, request),
    ...dataViolations(request.json.data, records.settings.consultationFields),
  ],

  decide: (records, request) => {
    const { firmId, input, newId, nowMilliseconds, change } = request;
    const { lead, hold, settings } = records;
    requireUnmergedLead(lead);
    const slot = { startAt: input.start_at, durationMinutes: wantedMinutes(settings, input) };
    return checkAppointment(
      {
        firmId,
        slot,
        context: { ...records, attorneys: attorneyCandidates(records, request) },
        nowMilliseconds,
        ignoresBookingRules: input.ignore_booking_rules,
        hold,
        seed: newId,
      },
      (preconditions) => {
        const { attorney } = preconditions;
        const booked = { id: newId, ...slot, ...bookedFields(input, { attorney, settings }) };
        const after = withReminders(null, booked, { settings, nowMilliseconds });
        return {
          writes: putConsultation(firmId, { before: null, after, change, preconditions }),
          answer: consultationResource(after),
        };
      },
    );
  },

  repeat: ({ firmId }, id) =>
    readMore(
      { consultation: required("consultation", consultationRecord(firmId, id)) },
      ({ consultation }) => ({
        answer: consultationResource(consultation),
      }),
    ),

  counts: { metric: "Bookings", success: "booked" },
});

type Booked = { readonly attorney: Member; readonly settings: FirmSettings };

const bookedFields = (
  body: NewConsultation,
  { attorney, settings }: Booked,
): Omit<Consultation, "id" | keyof Slot> => ({
  leadId: body.lead_id,
  attorneyId: attorney.id,
  type: body.type,
  status: "scheduled",
  timeZone: body.time_zone ?? attorney.timeZone,
  paid: body.paid,
  amount:
    body.amount === undefined ? (findConsultationType(settings, body.type)?.amount ?? null) : body.amount,
  outcome: null,
  archived: false,
  data: dataChange(body.data, settings.consultationFields).set,
  revision: 1,
});
