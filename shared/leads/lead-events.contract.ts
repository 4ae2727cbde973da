/** Unlike the other types, this event also depends on other leads. */
export const DUPLICATE_FOUND = "lead.duplicate_found" as const;

/** Every event type of a lead, in the order in which one change emits several. */
export const LEAD_EVENT_TYPES = [
  "lead.created",
  "lead.archived",
  "lead.merged",
  "lead.status_changed",
  "lead.assigned",
  "lead.updated",
  DUPLICATE_FOUND,
] as const;

export type LeadEventType = (typeof LEAD_EVENT_TYPES)[number];
