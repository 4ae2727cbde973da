import { operation, readMore } from "../api/operation.ts";
import { checkAppointment } from "../scheduling/check-appointment.steps.ts";
import { holdRecordFromBody } from "../scheduling/hold.store.ts";
import {
  type SchedulingContext,
  schedulingReads,
  schedulingReadsFromBody,
} from "../scheduling/scheduling-context.store.ts";
import { slotOfConsultation } from "../scheduling/slot-writes.store.ts";
import { updateConsultationEndpoint } from "./consultation.contract.ts";
import { appointmentChange, consultationResource, withStatus } from "./consultation.rules.ts";
import { likelyAttorney, openConsultation, putConsultation } from "./consultation.store.ts";
import { withReminders } from "./reminder.rules.ts";

/** Reschedules or cancels a consultation. An unchanged appointment is answered as it is, without validation. */
export const updateConsultation = operation(updateConsultationEndpoint, {
  // A right guess reads the calendar together with the consultation; a wrong one costs a second round trip.
  reads: ({ firmId, params, json }) => ({
    before: openConsultation(firmId, params.id),
    hold: holdRecordFromBody(firmId, json.hold_id),
    guessed: schedulingReadsFromBody(
      firmId,
      json.start_at === undefined
        ? json
        : { attorney_id: likelyAttorney(firmId), duration_min: LIKELY_MINUTES, ...json },
    ),
  }),

  decide: ({ before, hold, guessed }, request) => {
    const { firmId, nowMilliseconds, change } = request;
    const { status, ...input } = request.input;
    if (status === "canceled") {
      const after = withStatus(before, "canceled");
      return {
        writes: putConsultation(firmId, { before, after, change }),
        answer: consultationResource(after),
      };
    }
    const changes = appointmentChange(before, input);
    if (changes === null) return { answer: consultationResource(before) };
    const moved = withStatus(before, "rescheduled", changes);
    const after = withReminders(before, moved, { settings: guessed.settings, nowMilliseconds });
    const check = (context: SchedulingContext) =>
      checkAppointment(
        {
          firmId,
          slot: after,
          context,
          nowMilliseconds,
          ignoresBookingRules: input.ignore_booking_rules,
          hold,
          current: slotOfConsultation(before),
        },
        (preconditions) => ({
          writes: putConsultation(firmId, { before, after, change, preconditions }),
          answer: consultationResource(after),
        }),
      );
    return guessed.attorneys.some((attorney) => attorney?.id === after.attorneyId)
      ? check(guessed)
      : readMore(schedulingReads(firmId, after), check);
  },
});

const LIKELY_MINUTES = 60;
