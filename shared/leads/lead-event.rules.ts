import { isDeepStrictEqual } from "node:util";
import { eventTypesOf } from "../api/event-rows.ts";
import { CHANGEABLE_FIELDS, type Lead } from "./lead.rules.ts";
import { LEAD_EVENTS, type LeadEventType } from "./lead-events.contract.ts";

/** Returns the id of the lead that a stored change merged into this one, if any. Leads merged into that one follow it. */
export const mergedFrom = (before: Lead | null, after: Lead): string | undefined =>
  after.mergedLeadIds?.[before?.mergedLeadIds?.length ?? 0];

/** Returns the events of one stored change; none for a change that the API does not show. A merge has only its own event. */
export const leadEventTypes = (before: Lead | null, after: Lead): LeadEventType[] => {
  if (before === null) return ["lead.created"];
  if (mergedFrom(before, after) !== undefined) return ["lead.merged"];
  const types = new Set<LeadEventType>();
  if (before.archived !== after.archived) types.add(after.archived ? "lead.archived" : "lead.updated");
  for (const { field, event } of CHANGEABLE_FIELDS) {
    if (!isDeepStrictEqual(before[field], after[field])) types.add(event);
  }
  return eventTypesOf(LEAD_EVENTS).filter((type) => types.has(type));
};
