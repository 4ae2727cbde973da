import { idAt, isUuid } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import { type ConflictState, type Gate, judgedState } from "./clearance.rules.ts";
import type { Lead } from "./lead.rules.ts";
import { searchMatcher, searchWords } from "./lead-search.rules.ts";

/** Filters of a list of leads; undefined means no filter. */
export type LeadFilters = {
  readonly archived: boolean;
  readonly stage?: string;
  readonly source?: string;
  readonly assigneeId?: string;
  readonly conflict?: ConflictState;
  /** Whether only leads whose next contact is due match, and only those that await their first contact. */
  readonly due?: true;
  readonly awaiting?: true;
  /** ISO-8601 UTC instants: created or captured at or after `from`, before `to`. */
  readonly createdFrom?: string;
  readonly createdTo?: string;
  readonly capturedFrom?: string;
  readonly capturedTo?: string;
  /** Folded words. Each must occur in the name, email or phone. */
  readonly words: readonly string[];
};

type LeadQuery = {
  readonly archived?: string;
  readonly status?: string;
  readonly source?: string;
  readonly assignee?: string;
  readonly conflict?: ConflictState;
  readonly due?: string;
  readonly awaiting?: string;
  readonly created_from?: string;
  readonly created_to?: string;
  readonly captured_from?: string;
  readonly captured_to?: string;
  readonly q?: string;
};

/** Returns the filters in a query string, without blank ones; null when nothing can match. */
export const leadFilters = (query: LeadQuery): LeadFilters | null => {
  const [archived = false, due, awaiting] = [query.archived, query.due, query.awaiting].map(onlyTrue);
  const [stage, source, assignee] = [query.status, query.source, query.assignee].map(ifNotBlank);
  const words = searchWords(query.q);
  const assigneeId = assignee?.toLowerCase();
  // No archived lead awaits its first contact.
  if (words === null || (archived && awaiting) || !canMatch({ stage, assigneeId })) return null;
  return {
    archived,
    stage,
    source,
    assigneeId,
    conflict: query.conflict,
    due,
    awaiting,
    ...rangesOf(query),
    words,
  };
};

const rangesOf = (query: LeadQuery) => ({
  createdFrom: query.created_from,
  createdTo: query.created_to,
  capturedFrom: query.captured_from,
  capturedTo: query.captured_to,
});

/** Returns the ids between which a list looks: no lead was captured after its creation. Undefined for no bound. */
export const idRange = ({ createdFrom = "", createdTo, capturedFrom = "" }: LeadFilters) => {
  const from = createdFrom > capturedFrom ? createdFrom : capturedFrom;
  return { from: from ? idAt(Date.parse(from)) : undefined, to: createdTo && idAt(Date.parse(createdTo)) };
};

const onlyTrue = (text: string | undefined) => (text?.trim() === "true" ? true : undefined);
const ifNotBlank = (text: string | undefined) => text?.trim() || undefined;

const canMatch = ({ stage = "", assigneeId }: Pick<LeadFilters, "stage" | "assigneeId">) =>
  stage.length <= LIMITS.stageKeyCharacters && (assigneeId === undefined || isUuid(assigneeId));

/** Compiles the filters once, for the many leads that a list examines. Only the gate knows the state of a lead. */
export const leadMatcher = (filters: LeadFilters, gate?: Gate) => {
  const { archived, stage, source, assigneeId, conflict, words, capturedFrom = "", capturedTo } = filters;
  const isFound = searchMatcher(words);
  return (lead: Lead): boolean => {
    const conditions = [
      [lead.archived, archived],
      [lead.stage, stage],
      [lead.source, source],
      [lead.assigneeId, assigneeId],
      [gate && judgedState(lead, gate), conflict],
    ];
    if (conditions.some(([actual, expected]) => expected !== undefined && actual !== expected)) return false;
    const { firstName, lastName, email, phone, capturedAt } = lead;
    if (capturedAt < capturedFrom || (capturedTo !== undefined && capturedAt >= capturedTo)) return false;
    return isFound({ name: `${firstName} ${lastName}`, email, phone });
  };
};
