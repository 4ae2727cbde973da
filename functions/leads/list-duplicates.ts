import { endpoint } from "../../shared/api/endpoint.ts";
import { operation, required } from "../../shared/api/operation.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { leadRecord } from "../../shared/leads/lead.store.ts";
import { listDuplicatesEndpoint } from "../../shared/leads/leads-by-contact.contract.ts";
import { newContact, sharedContacts } from "../../shared/leads/leads-by-contact.rules.ts";
import { duplicatesOf } from "../../shared/leads/leads-by-contact.store.ts";
import { settingsRecord, settingsWithStages } from "../../shared/settings/firm.store.ts";

const listDuplicates = operation(listDuplicatesEndpoint, {
  reads: ({ firmId, params }) => ({
    lead: required("lead", leadRecord(firmId, params.id)),
    settings: settingsRecord(firmId),
  }),
  decide: async ({ lead }, { firmId, key }, read) => {
    const { others } = await read({ others: duplicatesOf(firmId, lead, newContact(null, lead)) });
    const { settings } = await read({ settings: settingsWithStages(firmId, others) });
    const data = others.map((other) => ({
      lead: leadResource(other, settings, key),
      matches: sharedContacts(lead, other),
    }));
    return { answer: { data } };
  },
});

export const handler = endpoint(listDuplicates);
