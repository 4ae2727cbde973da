import type { CreateLeadBody, Lead } from "../../../client/src/generated.ts";

export type NewLeadDraft = {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string;
  readonly email: string;
  readonly source: string;
  readonly assignee_id: string;
};

/** A draft without a source is of a lead by hand. */
export const EMPTY_DRAFT: NewLeadDraft = {
  first_name: "",
  last_name: "",
  phone: "",
  email: "",
  source: "",
  assignee_id: "",
};

/** Returns the lead that was typed, without what is blank. */
export const bodyOf = (draft: NewLeadDraft, byHand: string): CreateLeadBody => {
  const { first_name, last_name, phone, email, source, assignee_id } = trimmed(draft);
  return {
    first_name,
    last_name,
    source: source || byHand,
    ...(phone && { phone }),
    ...(email && { email }),
    ...(assignee_id && { assignee_id }),
  };
};

const trimmed = (draft: NewLeadDraft): NewLeadDraft => ({
  first_name: draft.first_name.trim(),
  last_name: draft.last_name.trim(),
  phone: draft.phone.trim(),
  email: draft.email.trim(),
  source: draft.source,
  assignee_id: draft.assignee_id,
});

/** How far the clocks of a computer and of the service may be apart. */
const CLOCKS_APART_MILLISECONDS = 10 * 60_000;

/** Returns true for a lead of this name that was added since. The same person may have come before. */
export const isSamePerson = (lead: Lead, body: CreateLeadBody, fromMs: number): boolean =>
  lead.first_name === body.first_name &&
  lead.last_name === body.last_name &&
  Date.parse(lead.created_at) >= fromMs - CLOCKS_APART_MILLISECONDS;
