import { TEXT_PATTERNS } from "./text-patterns.ts";

/** White space, control, format and other characters that show nothing, among them U+200B and U+2800. */
const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Spares nearly every text the other pattern, whose classes take the first call half a millisecond to build. */
const VISIBLE_ASCII = /[!-~]/;

/** Whether a text shows nothing at all, and so counts as absent. */
export const isBlank = (text: string): boolean => !VISIBLE_ASCII.test(text) && INVISIBLE.test(text);

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
export const parseUrl = (text: unknown): URL | null =>
  typeof text === "string" && !hasControlCharacters(text.trim()) && URL.canParse(trimmed(text))
    ? new URL(trimmed(text))
    : null;
