import { isDeepStrictEqual } from "node:util";
import { eventTypesOf } from "../api/event-rows.ts";
import type { Lead } from "./lead.rules.ts";
import { LEAD_EVENTS, type LeadEventType } from "./lead-events.contract.ts";
import { leadFields } from "./lead-fields.contract.ts";

/** The fields whose change has an event of its own. */
const OWN_EVENTS: { readonly [Field in keyof Lead]?: LeadEventType } = {
  stage: "lead.status_changed",
  assigneeId: "lead.assigned",
};

const eventOf = (field: keyof Lead): LeadEventType => OWN_EVENTS[field] ?? "lead.updated";

/** Every field that a PATCH can change. */
const CHANGEABLE_FIELDS = Object.values(leadFields.rows).flatMap((row) =>
  "changed" in row ? [row.attribute] : [],
);

/** Returns the id of the lead that a stored change merged into this one, if any. Leads merged into that one follow it. */
export const mergedFrom = (before: Lead | null, after: Lead): string | undefined =>
  after.mergedLeadIds?.[before?.mergedLeadIds?.length ?? 0];

/** Returns the events of one stored change; none for a change that the API does not show. A merge has only its own event. */
export const leadEventTypes = (before: Lead | null, after: Lead): LeadEventType[] => {
  if (before === null) return ["lead.created"];
  if (mergedFrom(before, after) !== undefined) return ["lead.merged"];
  const types = new Set<LeadEventType>();
  if (before.archived !== after.archived) types.add(after.archived ? "lead.archived" : "lead.updated");
  for (const field of CHANGEABLE_FIELDS) {
    if (!isDeepStrictEqual(before[field], after[field])) types.add(eventOf(field));
  }
  return eventTypesOf(LEAD_EVENTS).filter((type) => types.has(type));
};
