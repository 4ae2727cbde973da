import { operation } from "../api/operation.ts";
import { holdRecordFromBody } from "../scheduling/hold.store.ts";
import { updateConsultationEndpoint } from "./consultation.contract.ts";
import { appointmentChange, consultationResource, withStatus } from "./consultation.rules.ts";
import { openConsultation, putConsultation } from "./consultation.store.ts";
import { guessedReads, moveConsultation } from "./move-consultation.steps.ts";

/** Reschedules or cancels a consultation. An unchanged appointment is answered as it is, without validation. */
export const updateConsultation = operation(updateConsultationEndpoint, {
  reads: ({ firmId, params, json }) => ({
    before: openConsultation(firmId, params.id),
    hold: holdRecordFromBody(firmId, json.hold_id),
    guessed: guessedReads(firmId, json),
  }),

  decide: ({ before, hold, guessed }, request) => {
    const { firmId, change } = request;
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
    const ignoresBookingRules = input.ignore_booking_rules;
    return moveConsultation({ ...request, before, moved, hold, ignoresBookingRules }, guessed, (done) => ({
      writes: done.writes,
      answer: consultationResource(done.after),
    }));
  },
});
