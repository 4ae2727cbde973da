import { domainToASCII } from "node:url";
import { LIMITS } from "./limits.ts";

/** `\p{Cc}`, as every regular expression language writes it. */
const CONTROL = "\\x00-\\x1F\\x7F-\\x9F";
const NOT_IN_LINE = `${CONTROL}\\u2028\\u2029`;
const NOT_IN_TEXT = "\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F";

const nonBlank = (excluded: string) => `^\\s*[^\\s${CONTROL}][^${excluded}]*$`;

/** What the OpenAPI document says of texts: that they have no control characters, and are not blank. */
export const TEXT_PATTERNS = {
  line: `^[^${NOT_IN_LINE}]*$`,
  nonBlankLine: nonBlank(NOT_IN_LINE),
  text: `^[^${NOT_IN_TEXT}]*$`,
  nonBlankText: nonBlank(NOT_IN_TEXT),
} as const;

/** Whether a text has more than so many code points, without counting those of one that is much longer. */
export const isLongerThan = (text: string, characters: number): boolean =>
  text.length > characters && (text.length > 2 * characters || [...text].length > characters);

/** White space, control, format and other characters that show nothing, among them U+200B and U+2800. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Spares nearly every text the other pattern, whose classes take the first call half a millisecond to build. */
const VISIBLE_ASCII = /[!-~]/;

/** Whether a text shows nothing at all, and so counts as absent. Longer than any field, only white space does. */
export const isBlank = (text: string): boolean => {
  const rest = text.trim();
  if (rest === "" || rest.length > LIMITS.dataTextCharacters) return rest === "";
  return !VISIBLE_ASCII.test(rest) && INVISIBLE.test(rest);
};

/** The text without white space around it; empty when it is blank. */
export const trimmed = (text: string): string => (isBlank(text) ? "" : text.trim());

const LINE = new RegExp(TEXT_PATTERNS.line);

/** Whether a text has control characters or line breaks, which a single-line field cannot hold. */
export const hasControlCharacters = (text: string): boolean => !LINE.test(text);

const TEXT = new RegExp(TEXT_PATTERNS.text);

/** Whether a text has control characters other than tabs and line breaks, which no field can hold. */
export const hasUnprintableCharacters = (text: string): boolean => !TEXT.test(text);

/** At most so many UTF-16 code units of a text, `…` for the rest; never half of a surrogate pair. */
export const truncate = (text: string, maximum: number): string =>
  text.length <= maximum ? text : `${text.slice(0, maximum - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;

/** The URL that a field holds, read as the field's schema reads it; null when it is none. */
export const parseUrl = (input: unknown): URL | null => {
  const text = typeof input === "string" ? input.trim() : "";
  const mayBeUrl = !isLongerThan(text, LIMITS.urlCharacters) && !hasControlCharacters(text);
  return mayBeUrl && URL.canParse(text) ? new URL(text) : null;
};

const LABEL = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";

/** What browsers take for an address (`input type=email`), with a dot in the domain. */
const EMAIL = new RegExp(`^[A-Za-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${LABEL}(?:\\.${LABEL})+$`);

/** The same for the OpenAPI document, but for the length of a label: short enough to be read. */
export const EMAIL_PATTERN = "^[\\w.!#$%&'*+/=?^`{|}~-]+@([a-zA-Z\\d]+(-+[a-zA-Z\\d]+)*(\\.\\b|$)){2,}$";

/** An address as it is stored may be longer than as it was sent: its domain is in ASCII. */
export const isEmailAddress = (text: string): boolean =>
  text.length <= LIMITS.emailCharacters && EMAIL.test(text);

/** No ASCII but what a domain has: `domainToASCII` would read a percent sign as an escape. */
const UNICODE_ADDRESS =
  /^([^@]+)@([A-Za-z0-9.\u0080-\u{10FFFF}-]*[\u0080-\u{10FFFF}][A-Za-z0-9.\u0080-\u{10FFFF}-]*)$/u;

/** The address with a domain in Unicode as the domain name system has it: `über.de` becomes `xn--ber-goa.de`. */
export const withAsciiDomain = (text: string): string => {
  const [, local, domain = ""] = UNICODE_ADDRESS.exec(text) ?? [];
  const ascii = domainToASCII(domain);
  return local && ascii ? `${local}@${ascii}` : text;
};
