import type { Lead } from "./lead.rules.ts";
import { CONTACT_FIELDS } from "./leads-by-contact.contract.ts";

/** A lead's contacts, normalized as stored; blank for none. */
export type LeadContact = Pick<Lead, (typeof CONTACT_FIELDS)[number]>;

/** Returns the contacts that two leads share. */
export const sharedContacts = (one: LeadContact, other: LeadContact) =>
  CONTACT_FIELDS.filter((field) => one[field] !== "" && one[field] === other[field]);

/** Returns the new contacts of a lead after a change; blank for unchanged ones. */
export const newContact = (before: LeadContact | null, after: LeadContact): LeadContact => {
  const changed = (field: keyof LeadContact) => (before?.[field] === after[field] ? "" : after[field]);
  return { email: changed("email"), phone: changed("phone") };
};
