import { withoutFormatCharacters } from "./text.ts";

/** Says that a body has neither an address nor a number. */
export const NO_CONTACT = "No email or phone number found.";

/** The digits of each script in which numbers are recognized, for a class of a regular expression. */
const DIGITS = "0-9\\u0660-\\u0669\\u06f0-\\u06f9\\uff10-\\uff19";

const OTHERS = new RegExp(`[^${DIGITS}]+`, "g");

/** Returns a text's digits as ASCII. */
export const digitsIn = (text: string): string =>
  text.replaceAll(OTHERS, "").replaceAll(/[^0-9]/g, asciiDigit);

/** Uses that the zero of each script is a multiple of 16. */
const asciiDigit = (digit: string) => String(digit.charCodeAt(0) % 16);

/** A longer text is no contact, and no pattern searches it. */
const CONTACT_CHARACTERS = 1_000;

const isTooLong = (text: string) => text.length > CONTACT_CHARACTERS;

const QUOTES = "\"'`´“”„‟‘’‚‛«»‹›＂＇";
const WITHIN_QUOTES = new RegExp(`^[${QUOTES}](.*)[${QUOTES}]$`, "su");
const ADDRESS_WITH_NAME = /^[^<>]*<([^<>]*)>$/;
const LINK_TO_ADDRESS = /^\s*mailto:([^?]*)(?:\?.*)?$/is;

/**
 * Returns the address in a text that may also have a name, `mailto:`, quotes, or punctuation after it. Returns a text of
 * only these unchanged: it is not blank.
 */
export const addressIn = (text: string): string => {
  if (isTooLong(text)) return text;
  const extracted = [ADDRESS_WITH_NAME, LINK_TO_ADDRESS, WITHIN_QUOTES].reduce(
    (address, form) => form.exec(address)?.[1] ?? address,
    withoutPunctuation(text),
  );
  return withoutPunctuation(extracted) || text;
};

const withoutPunctuation = (text: string) => text.trim().replace(/(?<![\s.,;])[\s.,;]+$/, "");

/** A prefix such as `p:` or `Cell:`. */
const PREFIX = `^[^${DIGITS}]*[:：]`;
const PREFIX_ALONE = new RegExp(PREFIX);

export const withoutPrefix = (text: string): string =>
  isTooLong(text) ? text : text.replace(PREFIX_ALONE, "");

/** The prefix and quotes before a number. No number follows the prefix of `https://wa.me/1`. */
const BEFORE_NUMBER = new RegExp(`(?:${PREFIX}|^)[\\s/${QUOTES}]*(?=[+＋(（${DIGITS}])`);
/** What stands after the last digit of a number. */
const AFTER_NUMBER = new RegExp(`(?<=[${DIGITS}][)）]?)(?![)）])[^${DIGITS}]+$`);
/** The same but for letters of one word with the digit, as in `5pm`. */
const WORDS_AFTER_NUMBER = new RegExp(`(?<=[${DIGITS}][)）]?)(?![)）]|\\p{L})[^${DIGITS}]+$`, "u");
const PUNCTUATION = new RegExp(`(?<![\\s.,;${QUOTES}])[\\s.,;${QUOTES}]+$`);

/** Fewer digits may be continued by letters, as in `1 800 FLOWERS` and `1-888-555-LAWS`. */
const WHOLE_NUMBER = /^(1\d{7}|[^1]\d{6})/;

/** A whole number of a spreadsheet, and one in the notation of Java, which shows all of its digits. */
const DECIMAL = /^([^.]*\d)\.0+$/;
const EXPONENTIAL = /^\d\.\d{6,}E\+?\d{1,2}$/i;

/**
 * Returns the phone number in a text that may also have a prefix, quotes, or words after it. An extension has digits, and
 * stays. Returns a text without digits unchanged.
 */
export const numberIn = (text: string): string => without(WORDS_AFTER_NUMBER, text);

/** Returns the same without letters that follow the last digit at once, as in `2125550100cell`. */
export const numberWithoutLetters = (text: string): string => without(AFTER_NUMBER, text);

const without = (after: RegExp, text: string): string => {
  const digits = isTooLong(text) ? "" : digitsIn(text);
  if (digits === "") return text;
  const isWhole = WHOLE_NUMBER.test(digits);
  const number = withoutFormatCharacters(text)
    .replace(BEFORE_NUMBER, "")
    .replace(after, (rest) => (isWhole ? "" : rest.replace(PUNCTUATION, "")))
    .replace(DECIMAL, "$1");
  const value = EXPONENTIAL.test(number) ? Number(number) : Number.NaN;
  return Number.isSafeInteger(value) ? String(value) : number;
};

/** Returns whether a phone is no number for anybody: people also read digits that the service does not recognize. */
export const hasNoDigit = (phone: string): boolean =>
  !isTooLong(phone) && digitsIn(phone) === "" && !/\p{Nd}/u.test(phone);
