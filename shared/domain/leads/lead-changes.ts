import type { LeadChanges } from "../../contract/leads.ts";
import type { FirmSettings } from "../firm/firm.ts";
import type { Lead } from "./lead.ts";
import { type LeadDataChange, leadDataChange } from "./lead-data.ts";

/** Attributes that a PATCH really changes, each with its new value. */
export type LeadChange = {
  readonly fields: Readonly<Partial<Record<ChangeableField, string | null>>>;
  readonly data: LeadDataChange;
};

type ChangeableField = "firstName" | "lastName" | "email" | "phone" | "source" | "stage" | "assigneeId";

/** What of a valid PATCH, its phone number normalized, differs from the lead as it stands; null when nothing does. */
export const leadChange = (
  lead: Lead,
  sent: LeadChanges,
  { leadFields }: FirmSettings,
): LeadChange | null => {
  const fields = differing(lead, {
    firstName: sent.first_name,
    lastName: sent.last_name,
    email: sent.email,
    phone: sent.phone,
    source: sent.source,
    stage: sent.status,
    assigneeId: sent.assignee_id,
  });
  const { set, removed } = leadDataChange(sent.data, leadFields);
  const data = {
    set: differing(lead.data, set),
    removed: removed.filter((key) => Object.hasOwn(lead.data, key)),
  };
  const nothing = [fields, data.set, data.removed].every((part) => Object.keys(part).length === 0);
  return nothing ? null : { fields, data };
};

/** The entries of `wanted` that are given and differ from the current ones. */
const differing = <Value>(
  current: Readonly<Record<string, unknown>>,
  wanted: Readonly<Record<string, Value | undefined>>,
): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([key, value]) =>
      value === undefined || current[key] === value ? [] : [[key, value]],
    ),
  );
