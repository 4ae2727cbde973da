import { fullName, type Lead } from "../leads/lead.rules.ts";
import type { Subject } from "./subject.rules.ts";

type Named = Pick<Lead, "firstName" | "lastName" | "email" | "phone" | "parties">;

/** Returns a lead as checks compare it: the lead, who is a client of the firm to them, and its parties. */
export const subjectsOfLead = (lead: Named): Subject[] => {
  const { firstName: givenName, lastName: familyName, email, phone, parties } = lead;
  const own = { role: "client", name: fullName(lead), givenName, familyName, email, phone } as const;
  return [{ ...own, aliases: [] }, ...(parties ?? [])];
};
