import { isUuid } from "../runtime/record-id.ts";
import { foldedText } from "../schema/folded-text.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Lead } from "./lead.rules.ts";

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
  const words = [...new Set(foldedText(query).split(/\s+/).filter(Boolean))];
  return words.length > 0 && words.length <= WORDS_MAXIMUM ? words : null;
};

/** Compiles the filters once, for the many leads that a list examines. */
export const leadMatcher = ({ archived, stage, source, assigneeId, words }: LeadFilters) => {
  const search = words.map((word) => ({ word, isInPhone: phoneSearch(word) }));
  return (lead: Lead): boolean => {
    const conditions = [
      [lead.archived, archived],
      [lead.stage, stage],
      [lead.source, source],
      [lead.assigneeId, assigneeId],
    ];
    if (conditions.some(([actual, expected]) => expected !== undefined && actual !== expected)) return false;
    if (search.length === 0) return true;
    const text = foldedText(`${lead.firstName} ${lead.lastName}\n${lead.email}\n${lead.phone}`);
    const phone = lead.phone.replaceAll(/\D/g, "");
    return search.every(({ word, isInPhone }) => text.includes(word) || isInPhone(phone));
  };
};

/** A part of a phone number as people write it: `(212)`, `555-0187`, `+1`, `020`. */
const PHONE_PART = /^[+(]*\d[\d().\-/]*$/;

/** The digits of the longest country code (ITU-T E.164). */
const COUNTRY_CODE_DIGITS = 3;

/** A trunk or exit prefix that stands alone, as in `+44 (0) 20` and `00 44 20`. E.164 has neither. */
const LONE_PREFIX = /^(\(0\)|00)$/;

/**
 * Returns whether such a part is in the digits of a phone number. One with a `+` begins it. Leading zeros may also be
 * those of a prefix: then the rest begins the number, or follows the country code.
 */
const phoneSearch = (word: string): ((phone: string) => boolean) => {
  const digits = PHONE_PART.test(word) ? word.replaceAll(/\D/g, "") : "";
  if (digits === "" || /^\d\D+$/.test(word)) return () => false;
  if (LONE_PREFIX.test(word)) return (phone) => phone !== "";
  if (word.includes("+")) return (phone) => phone.startsWith(digits);
  const rest = digits.replace(/^0+/, "");
  const hasPrefix = rest !== "" && rest !== digits;
  return (phone) => {
    const restAt = hasPrefix ? phone.indexOf(rest) : -1;
    return phone.includes(digits) || (restAt >= 0 && restAt <= COUNTRY_CODE_DIGITS);
  };
};
