import { isDeepStrictEqual } from "node:util";
import { millisecondsInSecond } from "date-fns/constants";
import { eventTypesOf } from "../api/event-rows.ts";
import { createdAt } from "../runtime/record-id.ts";
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

/** Returns the fields beside `data` of the event of a deadline that has passed. */
export const missedDeadline = (before: Lead | null, { changeId }: Lead) => ({
  rule: before?.routingRule ?? null,
  assignee_id: before?.assigneeId ?? null,
  late_seconds: secondsBetween(before?.respondBy, changeId && createdAt(changeId)),
});

const secondsBetween = (from: string | null | undefined, to = "") =>
  Math.max(0, Math.floor((Date.parse(to) - Date.parse(from ?? to)) / millisecondsInSecond)) || 0;

/**
 * Returns the events of one stored change; none for a change that the API does not show. A merge has only its own event,
 * and that of the clearance that it ends: a state that comes from the other lead was told of that one.
 */
export const leadEventTypes = (before: Lead | null, after: Lead): LeadEventType[] => {
  if (before === null) return ["lead.created"];
  if (mergedFrom(before, after) !== undefined)
    return ["lead.merged", ...conflictTypes(before, after).filter((type) => type === "lead.conflict_lapsed")];
  // An activity has events of its own, which are all of its change.
  return before.lastActivityId === after.lastActivityId ? changeEventTypes(before, after) : [];
};

const changeEventTypes = (before: Lead, after: Lead): LeadEventType[] => {
  const types = new Set<LeadEventType>([
    ...sweptTypes(before, after),
    ...changedTypes(before, after),
    ...conflictTypes(before, after),
  ]);
  // A booking ends the deadline, and changes nothing else of the lead.
  if (types.size === 0 && before.respondBy !== after.respondBy) types.add("lead.updated");
  return eventTypesOf(LEAD_EVENTS).filter((type) => types.has(type));
};

/** Returns the events of the instants that the sweep has found passed. */
const sweptTypes = (before: Lead, after: Lead): LeadEventType[] => [
  ...(after.contactDue === "told" && before.contactDue !== "told" ? (["lead.contact_due"] as const) : []),
  ...(after.overdueCount > before.overdueCount ? (["lead.response_overdue"] as const) : []),
];

const CONFLICT_EVENTS: readonly LeadEventType[] = [
  "lead.conflict_checked",
  "lead.conflict_decided",
  "lead.conflict_lapsed",
];

export const isConflictEvent = (type: LeadEventType): boolean => CONFLICT_EVENTS.includes(type);

/** Returns the event of the state in the conflict gate: that it was checked, whatever the state is then, decided or lapsed. */
const conflictTypes = ({ conflict: was }: Lead, { conflict: is }: Lead): LeadEventType[] => {
  if (is === undefined) return [];
  if (was?.newestCheckId !== is.newestCheckId) return ["lead.conflict_checked"];
  const isSet = was.state !== is.state || was.at !== is.at;
  if (!isSet) return [];
  return [is.state === "lapsed" ? "lead.conflict_lapsed" : "lead.conflict_decided"];
};

/** Returns the events of the fields that callers change. */
const changedTypes = (before: Lead, after: Lead): LeadEventType[] => {
  const types = CHANGEABLE_FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field])).map(
    eventOf,
  );
  if (before.archived === after.archived) return types;
  return [...types, after.archived ? "lead.archived" : "lead.updated"];
};
