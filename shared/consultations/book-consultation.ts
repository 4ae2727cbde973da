import { operation, readMore, required } from "../api/operation.ts";
import { dataChange, dataViolations } from "../firm/custom-data.rules.ts";
import type { FirmSettings } from "../firm/firm.rules.ts";
import { settingsRecord } from "../firm/firm.store.ts";
import { requireUnmergedLead } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { checkAppointment } from "../scheduling/check-appointment.steps.ts";
import { holdRecordFromBody } from "../scheduling/hold.store.ts";
import { schedulingReadsFromBody } from "../scheduling/scheduling-context.store.ts";
import { recordFromBody, uncached } from "../table/read-records.ts";
import { bookConsultationEndpoint, type NewConsultation } from "./consultation.contract.ts";
import {
  attorneyViolations,
  type Consultation,
  consultationResource,
  leadViolations,
} from "./consultation.rules.ts";
import { consultationRecord, putConsultation } from "./consultation.store.ts";

/** Books a slot: one read of everything that the decision needs, then one write that requires it unchanged. */
export const bookConsultation = operation(bookConsultationEndpoint, {
  reads: ({ firmId, json }) => ({
    lead: recordFromBody(json.lead_id, (id) => leadRecord(firmId, id)),
    hold: holdRecordFromBody(firmId, json.hold_id),
    ...schedulingReadsFromBody(firmId, json),
    // Read whatever the body holds, since they define its data.
    settings: uncached(settingsRecord(firmId)),
  }),

  violations: ({ lead, attorney, settings }, { json }) => [
    ...leadViolations(json.lead_id, lead),
    ...attorneyViolations(json.attorney_id, attorney),
    ...dataViolations(json.data, settings.consultationFields),
  ],

  decide: ({ lead, hold, settings, attorney, days }, { firmId, input, newId, nowMilliseconds, change }) => {
    requireUnmergedLead(lead);
    const after = newConsultation(newId, { time_zone: attorney?.timeZone, ...input }, settings);
    return checkAppointment(
      {
        firmId,
        slot: after,
        context: { settings, attorney, days },
        nowMilliseconds,
        ignoresBookingRules: input.ignore_booking_rules,
        hold,
      },
      (preconditions) => ({
        writes: putConsultation(firmId, { before: null, after, change, preconditions }),
        answer: consultationResource(after),
      }),
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

const newConsultation = (
  id: string,
  body: NewConsultation,
  { consultationFields }: FirmSettings,
): Consultation => ({
  id,
  leadId: body.lead_id,
  attorneyId: body.attorney_id,
  type: body.type,
  status: "scheduled",
  startAt: body.start_at,
  durationMinutes: body.duration_min,
  timeZone: body.time_zone ?? "UTC",
  paid: body.paid,
  amount: body.amount,
  outcome: null,
  archived: false,
  data: dataChange(body.data, consultationFields).set,
  revision: 1,
});
