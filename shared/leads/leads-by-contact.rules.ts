import type { Lead } from "./lead.rules.ts";
import { CONTACT_FIELDS } from "./leads-by-contact.contract.ts";

/** How a lead can be reached, normalized as leads store it; a blank one is none. */
export type LeadContact = Pick<Lead, (typeof CONTACT_FIELDS)[number]>;

/** By what two leads may be of the same person. */
export const sharedContacts = (one: LeadContact, other: LeadContact) =>
  CONTACT_FIELDS.filter((field) => one[field] !== "" && one[field] === other[field]);

/** What of a lead's contact a change has brought; blank what stays as it was. */
export const newContact = (before: LeadContact | null, after: LeadContact): LeadContact => {
  const changed = (field: keyof LeadContact) => (before?.[field] === after[field] ? "" : after[field]);
  return { email: changed("email"), phone: changed("phone") };
};
