import type { Change } from "../api/change.ts";
import { checked, operation } from "../api/operation.ts";
import type { Consultation } from "../consultations/consultation.rules.ts";
import {
  addToCount,
  consultationCountRecord,
  endCount,
  putConsultation,
} from "../consultations/consultation.store.ts";
import { countedConsultations } from "../consultations/counted-consultations.store.ts";
import { type Lead, leadResource, requireUnerasedLead, requireUnmerged } from "../leads/lead.rules.ts";
import { leadRecord, putLead } from "../leads/lead.store.ts";
import { redirectLead } from "../leads/merged-leads.store.ts";
import { isUuid } from "../runtime/record-id.ts";
import { requireFound } from "../schema/app-error.ts";
import { settingsRecord, settingsWithStages } from "../settings/firm.store.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { recordFromBody } from "../table/read-records.ts";
import { ReadAgain } from "../table/retry.ts";
import { mergeLeadEndpoint } from "./lead-merge.contract.ts";
import { leadMergedInto, mergeViolations, survivingLead } from "./lead-merge.rules.ts";

/**
 * Merges another lead into one, in one write: the leads, those that were merged into the other before, and the other's
 * consultations. Merging the same lead again changes nothing.
 */
export const mergeLead = operation(mergeLeadEndpoint, {
  reads: ({ firmId, params, json }) => ({
    target: checked(leadRecord(firmId, params.id), requireUnerasedLead),
    other: recordFromBody(json.from, (id) => leadRecord(firmId, id)),
    count: recordFromBody(json.from, (id) => consultationCountRecord(firmId, id)),
    settings: settingsRecord(firmId),
  }),

  violations: ({ target, other, count }, { json }) =>
    isUuid(json.from) ? mergeViolations({ target, other, consultations: count ?? 0 }) : [],

  decide: async ({ target, other: from, count }, { firmId, change, key }, read) => {
    requireUnmerged(target);
    const { settings } = await read({ settings: settingsWithStages(firmId, [target]) });
    const other = requireFound("lead", from);
    if (other.mergedInto !== undefined) {
      // A batch is not a snapshot: it may have read the target before the merge, and the other lead after it.
      if (!target.mergedLeadIds?.includes(other.id)) throw new ReadAgain();
      return { answer: leadResource(target, settings, key) };
    }
    const counted = { leadId: other.id, count: count ?? 0 };
    const { consultations } = await read({ consultations: countedConsultations(firmId, counted) });
    const after = survivingLead(target, other, change.at);
    const merge = { other, after, consultations, count: counted.count };
    return { writes: mergeWrites(firmId, merge, change), answer: leadResource(after, settings, key) };
  },
});

type Merge = {
  readonly other: Lead;
  /** The lead that remains, after the merge. */
  readonly after: Lead;
  /** All consultations of the other lead, and their number at the read. */
  readonly consultations: readonly Consultation[];
  readonly count: number;
};

const mergeWrites = (
  firmId: FirmId,
  { other, after, consultations, count }: Merge,
  change: Change,
): Write[] => [
  putLead(firmId, after, change),
  putLead(firmId, leadMergedInto(after, other), change),
  ...(other.mergedLeadIds ?? []).map((merged) =>
    redirectLead(firmId, merged, { from: other.id, to: after.id }),
  ),
  endCount(firmId, other.id, count),
  ...(count > 0 ? [addToCount(firmId, after.id, count)] : []),
  ...consultations.flatMap((before) =>
    putConsultation(firmId, {
      before,
      after: { ...before, leadId: after.id, revision: before.revision + 1 },
      change,
    }),
  ),
];
