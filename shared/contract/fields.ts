import * as z from "zod/mini";
import { LIMITS } from "./limits.ts";

const TYPE_NAMES: Record<string, string> = {
  array: "a list",
  object: "an object",
  record: "an object",
  int: "an integer",
};

// zod/mini brings no texts of its own; these complete the sentence "<field> …".
z.config({
  customError: ({ code, input, expected }) => {
    if (code !== "invalid_type") return undefined;
    if (input === undefined) return "is required";
    return `must be ${TYPE_NAMES[String(expected)] ?? `a ${expected}`}`;
  },
});

const wellFormed = z.refine<string>((text) => text.isWellFormed(), "must be well-formed Unicode");
const atMost = (characters: number) =>
  z.refine<string>((text) => [...text].length <= characters, `must have at most ${characters} characters`);

/** Trimmed text of at most `characters` code points; may be empty. */
export const text = (characters: number) => z.string().check(z.trim(), wellFormed, atMost(characters));

/** Trimmed text that must not be blank: a blank required string counts as absent. */
export const requiredText = (characters: number) => text(characters).check(z.minLength(1, "is required"));

/** Lower-cased e-mail address, checked by zod's syntax; empty means absent. */
export const email = () =>
  text(LIMITS.emailCharacters).check(
    z.toLowerCase(),
    z.refine((value) => value === "" || z.regexes.email.test(value), "must be an email address"),
  );

export const uuid = () => z.string().check(z.toLowerCase(), z.regex(z.regexes.guid, "must be a UUID"));

export const instant = () => z.iso.datetime({ precision: 3 });

const pageSize = (value: string | undefined) => {
  const size = /^\d{1,3}$/.test(value ?? "") ? Number(value) : 0;
  return size >= 1 && size <= LIMITS.pageSizeMaximum ? size : LIMITS.pageSizeDefault;
};

/** Query parameters of every list: any unusable `limit` falls back to the default. */
export const pageQuery = {
  limit: z.pipe(z.optional(z.string()), z.transform(pageSize)),
  cursor: z.optional(z.string()),
};

/** The answer of every list. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), next_cursor: z.nullable(z.string()) });
