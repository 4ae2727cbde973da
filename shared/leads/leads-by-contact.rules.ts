import { CONTACT_FIELDS } from "../schema/contact-fields.ts";
import type { Lead } from "./lead.rules.ts";
import { canBeNumber } from "./phone-number.rules.ts";

/** A lead's contacts, normalized as stored; blank for none. */
export type LeadContact = Pick<Lead, (typeof CONTACT_FIELDS)[number]>;

/** Returns the contacts that two leads share. */
export const sharedContacts = (one: LeadContact, other: LeadContact) =>
  CONTACT_FIELDS.filter((field) => one[field] === other[field] && isComparable(field, one[field]));

/** Returns the new contacts of a lead after a change; blank for unchanged ones, and for those that are not compared. */
export const newContact = (before: LeadContact | null, after: LeadContact): LeadContact => {
  const brought = (field: keyof LeadContact) =>
    before?.[field] !== after[field] && isComparable(field, after[field]) ? after[field] : "";
  return { email: brought("email"), phone: brought("phone") };
};

/** A phone such as "none" says nothing about a person. */
const isComparable = (field: keyof LeadContact, value: string) =>
  field === "phone" ? canBeNumber(value) : value !== "";
