import { isUuid } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Lead } from "./lead.rules.ts";
import { searchMatcher, wordsOf } from "./lead-search.rules.ts";

/** Filters of a list of leads; undefined means no filter. */
export type LeadFilters = {
  readonly archived: boolean;
  readonly stage?: string;
  readonly source?: string;
  readonly assigneeId?: string;
  /** Folded words. Each must occur in the name, email or phone. */
  readonly words: readonly string[];
};

type LeadQuery = {
  readonly archived?: string;
  readonly status?: string;
  readonly source?: string;
  readonly assignee?: string;
  readonly q?: string;
};

/** Returns the filters in a query string, without blank ones; null when nothing can match. */
export const leadFilters = (query: LeadQuery): LeadFilters | null => {
  const stage = query.status?.trim() || undefined;
  const assigneeId = query.assignee?.trim().toLowerCase() || undefined;
  if (assigneeId !== undefined && !isUuid(assigneeId)) return null;
  if (stage !== undefined && stage.length > LIMITS.stageKeyCharacters) return null;
  const source = query.source?.trim() || undefined;
  const words = searchWords(query.q?.trim());
  if (words === null) return null;
  return { archived: query.archived === "true", stage, source, assigneeId, words };
};

const WORDS_MAXIMUM = 50;

/**
 * Returns the words of a search; none without one. Returns null when no lead can match: without a letter or digit, or with
 * more words or characters than a lead has, whose comparison would only cost time.
 */
const searchWords = (query: string | undefined): string[] | null => {
  if (!query) return [];
  if (query.length > LIMITS.dataTextCharacters) return null;
  const words = wordsOf(query);
  return words.length > 0 && words.length <= WORDS_MAXIMUM ? words : null;
};

/** Compiles the filters once, for the many leads that a list examines. */
export const leadMatcher = ({ archived, stage, source, assigneeId, words }: LeadFilters) => {
  const isFound = searchMatcher(words);
  return (lead: Lead): boolean => {
    const conditions = [
      [lead.archived, archived],
      [lead.stage, stage],
      [lead.source, source],
      [lead.assigneeId, assigneeId],
    ];
    if (conditions.some(([actual, expected]) => expected !== undefined && actual !== expected)) return false;
    const { firstName, lastName, email, phone } = lead;
    return isFound({ name: `${firstName} ${lastName}`, email, phone });
  };
};
