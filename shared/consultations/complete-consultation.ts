import { operation } from "../api/operation.ts";
import { acceptsData, dataChange, dataViolations, mergedData } from "../settings/custom-data.rules.ts";
import { settingsRecord } from "../settings/firm.store.ts";
import { cachedIf } from "../table/record-cache.ts";
import { consultationResource, withStatus } from "./consultation.rules.ts";
import { openConsultation, putConsultation } from "./consultation.store.ts";
import { completeConsultationEndpoint } from "./consultation-actions.contract.ts";

/** Records that a consultation took place. It keeps its slot. Merges the data into the stored data. */
export const completeConsultation = operation(completeConsultationEndpoint, {
  reads: ({ firmId, params, json }) => ({
    before: openConsultation(firmId, params.id),
    settings: cachedIf(settingsRecord(firmId), ({ consultationFields }) =>
      acceptsData(json.data, consultationFields),
    ),
  }),

  violations: ({ before, settings }, { json }) =>
    dataViolations(json.data, settings.consultationFields, before.data),

  decide: ({ before, settings }, { firmId, input, change }) => {
    const after = withStatus(before, "completed", {
      outcome: input.outcome || null,
      data: mergedData(before.data, dataChange(input.data, settings.consultationFields)),
    });
    return {
      writes: putConsultation(firmId, { before, after, change }),
      answer: consultationResource(after),
    };
  },
});
