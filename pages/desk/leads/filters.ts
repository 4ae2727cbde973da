import type { Lead, ListLeadsQuery } from "../../../client/src/generated.ts";
import { searchMatcher, wordsOf } from "../../../shared/leads/lead-search.rules.ts";
import { fullName } from "../contact.ts";

/** What the office asks for. A blank value asks for everything. */
export type Filters = {
  readonly text: string;
  /** The `source` of leads. */
  readonly source: string;
  /** The id of a member. */
  readonly assignee: string;
  readonly isArchived: boolean;
  /** Whether only those are asked for whom somebody must answer by a deadline. */
  readonly isAwaiting: boolean;
  /** A state in the conflict gate. */
  readonly conflict: ConflictState | "";
};

export type ConflictState = NonNullable<Lead["conflict"]>["state"];

export const NO_FILTERS: Filters = {
  text: "",
  source: "",
  assignee: "",
  isArchived: false,
  isAwaiting: false,
  conflict: "",
};

export const isFiltered = (filters: Filters): boolean => Object.values(filters).some(Boolean);

/** No stage has this key: keys are not blank. */
export const EVERY_STAGE = "";

export const queryOf = (
  { text, source, assignee, isArchived, isAwaiting, conflict }: Filters,
  list: string,
  cursor: string | null,
): ListLeadsQuery => ({
  ...(list !== EVERY_STAGE && { status: list }),
  ...(text && { q: text }),
  ...(source && { source }),
  ...(assignee && { assignee }),
  ...(isArchived && { archived: "true" }),
  ...(isAwaiting && { awaiting: "true" }),
  ...(conflict && { conflict }),
  ...(cursor !== null && { cursor }),
});

/** The digits of the shortest number with an area code. */
const WHOLE_NUMBER_DIGITS = 9;

/** Returns the whole address or number that a text is: the lookup finds it in any notation, archived leads too. */
export const contactOf = (text: string): { email: string } | { phone: string } | null => {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return { email: text };
  const isNumber = /^[+(\d][\d\s()./-]+$/.test(text);
  return isNumber && text.replaceAll(/\D/g, "").length >= WHOLE_NUMBER_DIGITS ? { phone: text } : null;
};

/** Compiles the filters but for the text, by which the API has found what is shown: a found lead stays when renamed. */
export const filterOf =
  ({ text, source, assignee, isArchived, isAwaiting, conflict }: Filters) =>
  (lead: Lead): boolean =>
    (lead.archived === isArchived || contactOf(text) !== null) &&
    (!isAwaiting || lead.respond_by !== null) &&
    (conflict === "" || lead.conflict?.state === conflict) &&
    (source === "" || lead.source === source) &&
    (assignee === "" || lead.assignee_id === assignee);

export const matcherOf = (filters: Filters): ((lead: Lead) => boolean) => {
  const isFiltered = filterOf(filters);
  const isFound = searchMatcher(wordsOf(filters.text));
  return (lead) =>
    isFiltered(lead) && isFound({ name: fullName(lead), email: lead.email, phone: lead.phone });
};
