import { operation } from "../api/operation.ts";
import { holdRecordFromBody } from "../scheduling/hold.store.ts";
import { updateConsultationEndpoint } from "./consultation.contract.ts";
import { appointmentChange, consultationResource, withStatus } from "./consultation.rules.ts";
import { openConsultation, putConsultation } from "./consultation.store.ts";
import { guessedReads, moveConsultation } from "./move-consultation.steps.ts";

/** Reschedules or cancels a consultation. Answers an unchanged appointment as it is, without validation. */
export const updateConsultation = operation(updateConsultationEndpoint, {
  reads: ({ firmId, params, json }) => ({
    before: openConsultation(firmId, params.id),
    hold: holdRecordFromBody(firmId, json.hold_id),
    guessed: guessedReads(firmId, json),
  }),

  decide: async ({ before, hold, guessed }, request, read) => {
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
    const move = { ...request, before, moved, hold, ignoresBookingRules };
    const { after, writes } = await moveConsultation(move, guessed, read);
    return { writes, answer: consultationResource(after) };
  },
});
