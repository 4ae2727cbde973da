import { type OperationRequest, operation, required, type ValidRequest } from "../api/operation.ts";
import { settingsRecord, settingsWithStages } from "../settings/firm.store.ts";
import type { Reader } from "../table/read-records.ts";
import { archiveLeadEndpoint, unarchiveLeadEndpoint } from "./lead.contract.ts";
import { type Lead, leadResource, requireUnmerged } from "./lead.rules.ts";
import { leadRecord, putLead } from "./lead.store.ts";
import { withMarks } from "./lead-due.rules.ts";

type Endpoint = typeof archiveLeadEndpoint | typeof unarchiveLeadEndpoint;
type Records = { readonly lead: Lead };

/** Sets `archived` and nothing else. Writes nothing when the lead has this value. */
const setArchived = (archived: boolean) => ({
  reads: ({ firmId, params }: OperationRequest<Endpoint>) => ({
    lead: required("lead", leadRecord(firmId, params.id)),
    settings: settingsRecord(firmId),
  }),

  decide: async ({ lead }: Records, { firmId, change, key }: ValidRequest<Endpoint>, read: Reader) => {
    requireUnmerged(lead);
    const { settings } = await read({ settings: settingsWithStages(firmId, [lead]) });
    if (lead.archived === archived) return { answer: leadResource(lead, settings, key) };
    const after = withMarks(lead, { ...lead, archived, revision: lead.revision + 1 }, settings, change.at);
    return { writes: [putLead(firmId, after, change)], answer: leadResource(after, settings, key) };
  },
});

export const archiveLead = operation(archiveLeadEndpoint, setArchived(true));
export const unarchiveLead = operation(unarchiveLeadEndpoint, setArchived(false));
