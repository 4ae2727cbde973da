import type { Lead } from "../../client/src/index.ts";
import { leadFields } from "../../shared/leads/lead-fields.contract.ts";

/** Returns a lead as the API shows it: the document's example, so that another field breaks no test, with changes. */
export const shownLead = (changes: Partial<Lead>): Lead =>
  Object.assign(Object(leadFields.example()), changes);
