import { operation } from "../api/operation.ts";
import { holdRecordFromBody } from "../scheduling/hold.store.ts";
import { moveReadsFromBody } from "../scheduling/read-ahead.store.ts";
import { updateConsultationEndpoint } from "./consultation.contract.ts";
import { changesOf, consultationResource, isMove, withStatus } from "./consultation.rules.ts";
import { openConsultation, putConsultation } from "./consultation.store.ts";
import { moveConsultation } from "./move-consultation.steps.ts";
import { setFields } from "./set-fields.steps.ts";

/** Reschedules or cancels a consultation, or changes its location. Validates no appointment that stays as it is. */
export const updateConsultation = operation(updateConsultationEndpoint, {
  reads: ({ firmId, params, json }) => ({
    before: openConsultation(firmId, params.id),
    hold: holdRecordFromBody(firmId, json.hold_id),
    guessed: moveReadsFromBody(firmId, json),
  }),

  decide: async ({ before, hold, guessed }, request, read) => {
    const { firmId, change } = request;
    const { status, ...input } = request.input;
    if (status === "canceled") {
      const after = withStatus(before, "canceled", { canceledAt: change.at });
      return {
        writes: putConsultation(firmId, { before, after, change }),
        answer: consultationResource(after),
      };
    }
    const changes = changesOf(before, input);
    if (!isMove(changes)) return setFields(before, changes, request);
    const moved = withStatus(before, "rescheduled", changes);
    const { ignore_booking_rules: ignoresBookingRules, ignore_busy: ignoresBusyTimes } = input;
    const move = { ...request, before, moved, hold, ignoresBookingRules, ignoresBusyTimes };
    const { after, writes } = await moveConsultation(move, guessed, read);
    return { writes, answer: consultationResource(after) };
  },
});
