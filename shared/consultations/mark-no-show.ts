import { operation } from "../api/operation.ts";
import { applyTransition, consultationResource } from "./consultation.rules.ts";
import { putConsultation } from "./consultation.store.ts";
import { markNoShowEndpoint } from "./consultation-actions.contract.ts";
import { CONSULTATION_TRANSITIONS } from "./consultation-status.rules.ts";
import { openConsultation } from "./open-consultation.store.ts";

/** Records that the lead did not attend, and releases the slot. */
export const markNoShow = operation(markNoShowEndpoint, {
  reads: ({ firmId, params }) => ({ before: openConsultation(firmId, params.id) }),

  decide: ({ before }, { firmId, change }) => {
    const after = applyTransition(before, CONSULTATION_TRANSITIONS["no-show"]);
    return {
      writes: putConsultation(firmId, { before, after, change }),
      answer: consultationResource(after),
    };
  },
});
