import { operation } from "../api/operation.ts";
import { consultationResource, withStatus } from "./consultation.rules.ts";
import { openConsultation, putConsultation } from "./consultation.store.ts";
import { markNoShowEndpoint } from "./consultation-actions.contract.ts";

/** Records that the lead did not attend, and releases the slot. */
export const markNoShow = operation(markNoShowEndpoint, {
  reads: ({ firmId, params }) => ({ before: openConsultation(firmId, params.id) }),

  decide: ({ before }, { firmId, change }) => {
    const after = withStatus(before, "no-show");
    return {
      writes: putConsultation(firmId, { before, after, change }),
      answer: consultationResource(after),
    };
  },
});
