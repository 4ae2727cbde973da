/** A reason why a calendar's busy times are not known. The message is a sentence for the people of the firm. */
export class CalendarError extends Error {}

/** A line of the file, unfolded, and the number of the line at which it begins there. */
export type Line = { readonly number: number; readonly text: string };

/** Returns the lines of a file's bytes, without empty ones. */
export const linesOf = (file: Uint8Array): Line[] => {
  const bytes = Buffer.from(file)
    .toString("latin1")
    .replace(/^\xEF\xBB\xBF/, "");
  const lines = bytes.includes("\n") ? bytes.replaceAll("\r", "") : bytes.replaceAll("\r", "\n");
  return Buffer.from(unfolded(lines), "latin1")
    .toString("utf8")
    .split("\n")
    .map((text, index) => ({ number: index + 1, text: text.trimEnd().replace(SPACE_BEFORE_NAME, "$1") }))
    .filter(({ text }) => text !== "");
};

/** White space that is no part of the name of a component. */
const SPACE_BEFORE_NAME = /^((?:BEGIN|END):)\s+/i;

const FOLD = /\n[ \t]/g;

/**
 * Puts the ends of folded lines after the whole line, so that each line keeps its number. Unfolds before decoding, since a
 * line may be folded between the bytes of one character.
 */
const unfolded = (bytes: string) =>
  bytes.replace(/(?:\n[ \t][^\n]*)+/g, (folded) => {
    const whole = folded.replace(FOLD, "");
    return whole + "\n".repeat((folded.length - whole.length) / 2);
  });

/** Returns the name of the property in a line, as it is written; empty where there is none. */
export const nameIn = ({ text }: Line): string => /^([a-z0-9-]+)[:;]/i.exec(text)?.[1] ?? "";
