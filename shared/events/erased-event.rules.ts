import { ERASED_CONSULTATION_FIELDS } from "../consultations/consultation.rules.ts";
import { PERSONAL_FIELDS } from "../leads/lead.rules.ts";
import type { EventResource } from "./event.contract.ts";

const ERASED_LEAD_FIELDS = Object.fromEntries(
  PERSONAL_FIELDS.map(({ inputName, empty }) => [inputName, empty]),
);

type Options = { readonly leadId: string; readonly sourceKeys: ReadonlySet<string> };

/** The event without the lead's personal data; null when it has none, or is about another lead. */
export const erasedEvent = (event: EventResource, { leadId, sourceKeys }: Options): EventResource | null => {
  const { data } = event;
  const isLead = data.id === leadId;
  if (!isLead && data.lead_id !== leadId) return null;
  const fields = isLead
    ? { ...ERASED_LEAD_FIELDS, ...(sourceKeys.has(String(data.source)) && { source: data.source }) }
    : ERASED_CONSULTATION_FIELDS;
  const erased = { ...event, data: { ...data, ...fields }, previous: {} };
  return JSON.stringify(erased) === JSON.stringify(event) ? null : erased;
};
