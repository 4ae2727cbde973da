import { LIMITS } from "../../contract/schema/limits.ts";
import { isUuid } from "../record-id.ts";
import type { Lead } from "./lead.ts";

/** Filters of a list of leads; undefined means no filter. */
export type LeadFilters = {
  readonly archived: boolean;
  readonly stage?: string;
  readonly source?: string;
  readonly assigneeId?: string;
  /** Lower-cased words; each must occur in the name, email or phone. */
  readonly words: readonly string[];
};

type LeadQuery = {
  readonly archived?: string;
  readonly status?: string;
  readonly source?: string;
  readonly assignee?: string;
  readonly q?: string;
};

/** The filters in a query string, without blank ones; null when nothing can match. */
export const leadFilters = (query: LeadQuery): LeadFilters | null => {
  const stage = query.status?.trim() || undefined;
  const assigneeId = query.assignee?.trim().toLowerCase() || undefined;
  if (assigneeId !== undefined && !isUuid(assigneeId)) return null;
  if (stage !== undefined && stage.length > LIMITS.stageKeyCharacters) return null;
  const source = query.source?.trim() || undefined;
  return { archived: query.archived === "true", stage, source, assigneeId, words: searchWords(query.q) };
};

const searchWords = (query: string | undefined) =>
  (query ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");

export const matchesLead = (
  lead: Lead,
  { archived, stage, source, assigneeId, words }: LeadFilters,
): boolean => {
  const conditions = [
    [lead.archived, archived],
    [lead.stage, stage],
    [lead.source, source],
    [lead.assigneeId, assigneeId],
  ];
  if (conditions.some(([actual, expected]) => expected !== undefined && actual !== expected)) return false;
  const searchedText = `${lead.firstName} ${lead.lastName}\n${lead.email}\n${lead.phone}`.toLowerCase();
  return words.every((word) => searchedText.includes(word) || matchesPhone(lead.phone, word));
};

/** A part of a phone number as people write it: `(212)`, `555-0187`, `+1`, `020`. */
const PHONE_PART = /^[+(]*\d[\d().\-/]*$/;

/** Compares digits alone. Leading zeros are a trunk or exit prefix, which E.164 does not have. */
const matchesPhone = (phone: string, word: string): boolean => {
  if (!PHONE_PART.test(word)) return false;
  const digits = word.replaceAll(/\D/g, "");
  return phone.replaceAll(/\D/g, "").includes(digits.replace(/^0+(?=\d)/, ""));
};
