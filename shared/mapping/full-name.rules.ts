import { LIMITS } from "../schema/limits.ts";
import { isBlank } from "../schema/text.ts";

/** What follows a name and is none: generations, degrees and legal forms, without dots. */
const SUFFIXES = new Set("jr sr ii iii iv esq md phd dds jd inc llc llp ltd corp".split(" "));

const isSuffix = (text = "") => SUFFIXES.has(text.toLowerCase().replaceAll(".", ""));

const wordsIn = (text: string) => text.split(/\s+/).filter((word) => !isBlank(word));

/** Splits a list before the suffixes at its end, and leaves at least `minimum` entries before them. */
const beforeSuffixes = (list: readonly string[], minimum: number) => {
  let end = list.length;
  while (end > minimum && isSuffix(list[end - 1])) end -= 1;
  return [list.slice(0, end), list.slice(end)] as const;
};

/**
 * Splits a name: the last word is the last name, the words before it are the first name. With one comma, the last name
 * comes first. A suffix belongs to the last name, so that first and last name together read as they were sent.
 */
export const splitName = (fullName = ""): Record<string, string> => {
  const given = fullName.split(",").map((part) => wordsIn(part).join(" "));
  const [parts, suffixes] = beforeSuffixes(
    given.filter((part) => part !== ""),
    1,
  );
  const [family, first] = parts.length === 2 ? parts : [];
  const [words, ends] =
    first === undefined ? beforeSuffixes(wordsIn(parts.join(", ")), 2) : beforeSuffixes(wordsIn(first), 1);
  const lastName = family ?? words.at(-1);
  const firstNames = family === undefined ? words.slice(0, -1) : words;
  return {
    ...(firstNames.length > 0 && { first_name: firstNames.join(" ") }),
    ...(lastName !== undefined && { last_name: [[lastName, ...ends].join(" "), ...suffixes].join(", ") }),
  };
};

/** Returns whether a text consists of lines such as `first = Ada`, which some form builders send as a name. */
export const isNameInLines = (input: unknown): boolean => {
  if (typeof input !== "string" || input.length > LIMITS.dataTextCharacters) return false;
  const lines = input
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.length > 0 && lines.every((line) => line.indexOf("=") > 0);
};
