import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { getLeadEndpoint } from "../../shared/leads/lead.contract.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { settingsRecord, settingsWithStages } from "../../shared/settings/firm.store.ts";

const getLead = operation(getLeadEndpoint, {
  reads: ({ firmId, params }) => ({
    lead: required("lead", leadRecord(firmId, params.id)),
    settings: settingsRecord(firmId),
  }),
  decide: async ({ lead }, { firmId, key }, read) => {
    const { settings } = await read({ settings: settingsWithStages(firmId, [lead]) });
    return { answer: leadResource(lead, settings, key) };
  },
});

export const handler = endpoint(getLead);
