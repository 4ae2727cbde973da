import { endpoint } from "../../shared/api/endpoint.ts";
import { operation } from "../../shared/api/operation.ts";
import { pageAfterCursor, pageResource } from "../../shared/api/page.ts";
import { leadResource } from "../../shared/leads/lead.rules.ts";
import { lookUpLeadsEndpoint } from "../../shared/leads/leads-by-contact.contract.ts";
import { leadsByContactPage } from "../../shared/leads/leads-by-contact.store.ts";
import { normalizePhoneNumber } from "../../shared/leads/phone-number.rules.ts";
import { settingsRecord, settingsWithStages } from "../../shared/settings/firm.store.ts";

const lookUpLeads = operation(lookUpLeadsEndpoint, {
  reads: ({ firmId }) => ({ settings: settingsRecord(firmId) }),
  decide: async ({ settings: { defaultCountry } }, { firmId, query, key }, read) => {
    const phone = await normalizePhoneNumber(query.phone ?? "", defaultCountry);
    const contact = { email: query.email ?? "", phone };
    const { page } = await read({
      page: pageAfterCursor({ firmId, query }, ["lookup", contact], leadsByContactPage(firmId, contact)),
    });
    const { settings } = await read({ settings: settingsWithStages(firmId, page.records) });
    return { answer: pageResource(page, (lead) => leadResource(lead, settings, key)) };
  },
});

export const handler = endpoint(lookUpLeads);
