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

/** Trimmed text that is there to stay: it can be changed, but not be blanked. */
export const nonBlankText = (characters: number) =>
  text(characters).check(z.minLength(1, "must not be blank"));

/** A key of the firm's own making, as part of addresses and dotted paths: letters, digits, `_` and `-`. */
export const configuredKey = (characters: number) =>
  text(characters).check(
    z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, "must be letters, digits, _ and -, a letter or digit first"),
  );

/** A list of at most so many entries. */
export const listOf = <Entry extends z.ZodMiniType>(entry: Entry, maximum: number) =>
  z.array(entry).check(z.maxLength(maximum, `must have at most ${maximum} entries`));

export const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, {
    error: ({ input }) => (input === undefined ? "is required" : `must be one of: ${values.join(", ")}`),
  });

/** Lower-cased e-mail address, checked by zod's syntax; empty means absent. */
export const email = () =>
  text(LIMITS.emailCharacters).check(
    z.toLowerCase(),
    z.refine((value) => value === "" || z.regexes.email.test(value), "must be an email address"),
  );

export const uuid = () => z.string().check(z.toLowerCase(), z.regex(z.regexes.guid, "must be a UUID"));

export const instant = () => z.iso.datetime({ precision: 3 });

// An offset can carry the last day of the last year out of the form that years have.
const isBeforeYear9999 = (text: string) => Date.parse(text) >= 0 && Date.parse(text) < Date.UTC(9999, 0);

/** An instant as callers send it, with any offset; becomes UTC with milliseconds, what is finer being cut off. */
export const instantInput = () =>
  z.pipe(
    z.iso
      .datetime({
        offset: true,
        error: ({ input }) =>
          typeof input === "string"
            ? "must be an ISO-8601 instant with its zone, such as 2026-11-02T15:00:00Z"
            : undefined,
      })
      .check(z.refine(isBeforeYear9999, { error: "must be between the years 1970 and 9998", abort: true })),
    z.transform((text: string) => new Date(text).toISOString()),
  );

const inRange = (minimum: number, maximum: number) =>
  z.refine<number>(
    (number) => number >= minimum && number <= maximum,
    `must be between ${minimum} and ${maximum}`,
  );

export const wholeNumber = (minimum: number, maximum: number) => z.int().check(inRange(minimum, maximum));

/** The same in a query string. */
export const wholeNumberText = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, "must be an integer")),
    z.pipe(z.transform(Number), wholeNumber(minimum, maximum)),
  );

const pageSize = (value: string | undefined) => {
  const size = /^\d{1,3}$/.test(value ?? "") ? Number(value) : 0;
  return size >= 1 && size <= LIMITS.pageSizeMaximum ? size : LIMITS.pageSizeDefault;
};

/** Query parameters of every list: any unusable `limit` falls back to the default. */
export const pageQuery = () => ({
  limit: z.pipe(z.optional(z.string()), z.transform(pageSize)),
  cursor: z.optional(z.string()),
});

/** The answer of every list. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ data: z.array(item), next_cursor: z.nullable(z.string()) });
