export type LeadData = Readonly<Record<string, string | number | boolean>>;

export type Lead = {
  /** UUIDv7; its time part is the lead's creation. */
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Empty when absent, as is `phone`. */
  readonly email: string;
  readonly phone: string;
  readonly source: string;
  /** Key of the firm's stage; its name is looked up when the lead is shown. */
  readonly stage: string;
  readonly assigneeId: string | null;
  readonly archived: boolean;
  /** ISO-8601 UTC instant. */
  readonly lastActivityAt: string;
  readonly data: LeadData;
  /** Counts the stored states of the lead from 1; events carry it as `sequence`. */
  readonly revision: number;
};

export type LeadEventType =
  | "lead.created"
  | "lead.status_changed"
  | "lead.assigned"
  | "lead.updated"
  | "lead.archived";

const OWN_FIELDS = ["firstName", "lastName", "email", "phone", "source", "data"] as const;

/** What one stored change of a lead emits: nothing, when nothing that a caller can see changed. */
export const leadEventTypes = (before: Lead | null, after: Lead): LeadEventType[] => {
  if (before === null) return ["lead.created"];
  const types: LeadEventType[] = [];
  if (after.archived && !before.archived) types.push("lead.archived");
  if (after.stage !== before.stage) types.push("lead.status_changed");
  if (after.assigneeId !== before.assigneeId) types.push("lead.assigned");
  const restored = before.archived && !after.archived;
  if (restored || OWN_FIELDS.some((field) => !sameValue(before[field], after[field])))
    types.push("lead.updated");
  return types;
};

/** Field values are primitives, but for `data`, which is flat. */
const sameValue = (one: string | LeadData, other: string | LeadData) => {
  if (typeof one === "string" || typeof other === "string") return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => one[key] === other[key]);
};
