import { foldedText } from "../schema/folded-text.ts";
import { LIMITS } from "../schema/limits.ts";

/** The texts of a lead that a search compares. */
type SearchedTexts = { readonly name: string; readonly email: string; readonly phone: string };

/** Returns the distinct folded words of a search. */
export const wordsOf = (query: string): string[] => [
  ...new Set(foldedText(query).split(/\s+/).filter(Boolean)),
];

const WORDS_MAXIMUM = 50;

/**
 * Returns the words of a search; none without one. Returns null when nothing can match: without a visible
 * character, or with more words or characters than a record has, whose comparison would only cost time.
 */
export const searchWords = (query = ""): string[] | null => {
  if (query.length > LIMITS.dataTextCharacters) return null;
  if (query.trim() === "") return [];
  const words = wordsOf(query);
  return words.length > 0 && words.length <= WORDS_MAXIMUM ? words : null;
};

/** Compiles a search once, for the many leads that a list examines. Each word must occur in one of a lead's texts. */
export const searchMatcher = (words: readonly string[]): ((lead: SearchedTexts) => boolean) => {
  if (words.length === 0) return () => true;
  const search = words.map((word) => ({ word, isInPhone: phoneSearch(word) }));
  return ({ name, email, phone }) => {
    const text = foldedText(`${name}\n${email}\n${phone}`);
    const digits = phone.replaceAll(/\D/g, "");
    return search.every(({ word, isInPhone }) => text.includes(word) || isInPhone(digits));
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
