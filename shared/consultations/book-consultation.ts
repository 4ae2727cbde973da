import { operation, required } from "../api/operation.ts";
import { leadViolations, requireUnmerged } from "../leads/lead.rules.ts";
import { leadRecord } from "../leads/lead.store.ts";
import { bookingViolations, candidateIds } from "../scheduling/candidates.rules.ts";
import { holdRecordFromBody } from "../scheduling/hold.store.ts";
import { bookingReadsFromBody } from "../scheduling/read-ahead.store.ts";
import { readPool } from "../scheduling/scheduling-context.store.ts";
import { dataViolations } from "../settings/custom-data.rules.ts";
import { recordFromBody } from "../table/read-records.ts";
import { bookSlot } from "./book-slot.steps.ts";
import { bookConsultationEndpoint } from "./consultation.contract.ts";
import { consultationResource } from "./consultation.rules.ts";
import { consultationRecord } from "./consultation.store.ts";

/** Books a slot: one read of all records for the decision, then one write that requires them unchanged. */
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

  decide: async (records, request, read) => {
    if (records.lead) requireUnmerged(records.lead);
    const ids = candidateIds(records, request);
    const attorneys = await readPool(request.firmId, ids, records.attorneys, read);
    const { after, writes } = await bookSlot(request, { ...records, attorneys }, read);
    return { writes, answer: consultationResource(after) };
  },

  repeat: async ({ firmId }, id, read) => {
    const ref = required("consultation", consultationRecord(firmId, id));
    const { consultation } = await read({ consultation: ref });
    return consultationResource(consultation);
  },
});
