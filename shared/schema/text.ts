import { isIPv4 } from "node:net";
import { domainToASCII, domainToUnicode } from "node:url";
import { LIMITS } from "./limits.ts";

/** `\p{Cc}` in the syntax of every regular expression language. */
const CONTROL = "\\x00-\\x1F\\x7F-\\x9F";
const NOT_IN_LINE = `${CONTROL}\\u2028\\u2029`;
const NOT_IN_TEXT = "\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F";

const nonBlank = (excluded: string) => `^\\s*[^\\s${CONTROL}][^${excluded}]*$`;

/** The patterns of texts in the OpenAPI document: without control characters, and not blank where required. */
export const TEXT_PATTERNS = {
  line: `^[^${NOT_IN_LINE}]*$`,
  nonBlankLine: nonBlank(NOT_IN_LINE),
  text: `^[^${NOT_IN_TEXT}]*$`,
  nonBlankText: nonBlank(NOT_IN_TEXT),
} as const;

/** Returns whether a text has more code points than `characters`. Does not count those of a much longer text. */
export const isLongerThan = (text: string, characters: number): boolean =>
  text.length > characters && (text.length > 2 * characters || [...text].length > characters);

/** Characters that show nothing: white space, control, format and others such as U+200B and U+2800. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Matches nearly every text first: building the classes of `INVISIBLE` takes the first call half a millisecond. */
const VISIBLE_ASCII = /[!-~]/;

/**
 * Returns whether a text shows nothing and so counts as absent. Of a text that is too long for any field, only white
 * space.
 */
export const isBlank = (text: string): boolean => {
  const rest = text.trim();
  if (rest === "" || rest.length > LIMITS.dataTextCharacters) return rest === "";
  return !VISIBLE_ASCII.test(rest) && INVISIBLE.test(rest);
};

/** Spares most texts the class of format characters, which takes long to build. */
const NON_ASCII = /[\u0080-\uFFFF]/;

/** Removes format characters, which show nothing: telephones copy marks of direction with a number. */
export const withoutFormatCharacters = (text: string): string =>
  NON_ASCII.test(text) ? text.replaceAll(/\p{Cf}+/gu, "") : text;

/** Removes format characters and white space around a text. */
export const withoutFormatAround = (text: string): string =>
  NON_ASCII.test(text) ? text.replaceAll(/^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu, "") : text;

/** Returns the text without white space around it; empty when it is blank. */
export const trimmed = (text: string): string => (isBlank(text) ? "" : text.trim());

const LINE = new RegExp(TEXT_PATTERNS.line);

/** Returns whether a text has control characters or line breaks, which a single-line field cannot hold. */
export const hasControlCharacters = (text: string): boolean => !LINE.test(text);

const TEXT = new RegExp(TEXT_PATTERNS.text);

/** Returns whether a text has control characters other than tabs and line breaks, which no field can hold. */
export const hasUnprintableCharacters = (text: string): boolean => !TEXT.test(text);

/** Cuts a text to `maximum` UTF-16 code units, with `…` for the rest. Never splits a surrogate pair. */
export const truncate = (text: string, maximum: number): string =>
  text.length <= maximum ? text : `${text.slice(0, maximum - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/** Returns the URL of a field, read as its schema reads it; null for any other text. */
export const parseUrl = (input: unknown): URL | null => {
  const text = typeof input === "string" ? input.trim() : "";
  const mayBeUrl = !isLongerThan(text, LIMITS.urlCharacters) && !hasControlCharacters(text);
  return mayBeUrl && URL.canParse(text) ? new URL(text) : null;
};

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** The form of an address that browsers accept (`input type=email`), with a dot in the domain. */
const EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);

/** The same for the OpenAPI document, without the length of a label: short enough to be readable. */
export const EMAIL_PATTERN = "^[\\w.!#$%&'*+/=?^`{|}~-]+@([a-zA-Z\\d]+(-+[a-zA-Z\\d]+)*(\\.\\b|$)){2,}$";

/** Returns whether a text is an address. The stored form, with its domain in ASCII, may be longer than the sent one. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LIMITS.emailCharacters && EMAIL.test(text);

/** Allows no ASCII characters except those of a domain: `domainToASCII` would read a percent sign as an escape. */
const UNICODE_ADDRESS =
  /^([^@]+)@([A-Za-z0-9.\u0080-\u{10FFFF}-]*[\u0080-\u{10FFFF}][A-Za-z0-9.\u0080-\u{10FFFF}-]*)$/u;

/** Converts a Unicode domain to its form in the domain name system: `über.de` becomes `xn--ber-goa.de`. */
export const withAsciiDomain = (text: string): string => {
  const [, local, domain = ""] = UNICODE_ADDRESS.exec(text) ?? [];
  const ascii = domainToASCII(domain);
  return local && ascii && isDomainOfLabels(ascii) ? `${local}@${ascii}` : text;
};

/** `domainToASCII` completes numbers to an IPv4 address, and accepts labels that begin or end with a hyphen. */
const isDomainOfLabels = (ascii: string) => !isIPv4(ascii) && !/(^|\.)-|-(\.|$)/.test(domainToUnicode(ascii));

/** The prefixes of numbers in links and messengers, in any case. */
const PHONE_SCHEMES = ["tel:", "whatsapp:"];

/**
 * Returns whether a number may lack its `+`: in an address or a form that does not encode it, the `+` arrives as a
 * space.
 */
export const mayLackPlus = (text: string): boolean => /^((tel|whatsapp):)? \d/i.test(text.slice(0, 11));

/** Removes the prefix of links and messengers from a number. */
export const withoutPhoneScheme = (text: string): string => {
  const scheme = PHONE_SCHEMES.find((each) => text.slice(0, each.length).toLowerCase() === each) ?? "";
  return text.slice(scheme.length).trim();
};
