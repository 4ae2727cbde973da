import { consultationFields } from "../consultations/consultation-fields.contract.ts";
import { PERSONAL_FIELDS } from "../leads/lead.rules.ts";
import { remindedLead } from "./change-event.rules.ts";
import type { EventResource } from "./event.contract.ts";

const ERASED_LEAD_FIELDS = Object.fromEntries(
  PERSONAL_FIELDS.map(({ inputName, empty }) => [inputName, empty]),
);

type Options = { readonly leadIds: readonly string[]; readonly sourceKeys: ReadonlySet<string> };

/** Returns the event without the personal data of the leads; null when it has none, or is about another lead. */
export const erasedEvent = (event: EventResource, { leadIds, sourceKeys }: Options): EventResource | null => {
  const { data } = event;
  const isLead = leadIds.includes(String(data.id));
  if (!isLead && !leadIds.includes(String(data.lead_id))) return null;
  const fields = isLead
    ? { ...ERASED_LEAD_FIELDS, ...(sourceKeys.has(String(data.source)) && { source: data.source }) }
    : consultationFields.erased().shown;
  const erased = {
    ...event,
    data: { ...data, ...fields },
    previous: {},
    ...(event.lead && { lead: remindedLead(event.lead.id, null) }),
  };
  return JSON.stringify(erased) === JSON.stringify(event) ? null : erased;
};
