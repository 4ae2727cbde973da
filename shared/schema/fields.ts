import * as z from "zod/mini";
import { LIMITS } from "./limits.ts";
import { hasControlCharacters, hasUnprintableCharacters, isBlank, TEXT_PATTERNS } from "./text.ts";
import { ianaTimeZone, isCalendarDate, NOT_A_DATE } from "./time.ts";
import { atMost, decisive, documented, lazy, noLongerThan, withForms, wrongType } from "./zod.ts";

// `params` of a check holds its JSON Schema keywords, for the OpenAPI document.

const wellFormed = z.refine<string>((text) => text.isWellFormed(), "must be well-formed Unicode");
const emptyWhenBlank = z.overwrite<string>((text) => (isBlank(text) ? "" : text));

type Check = z.core.CheckFn<string> | z.core.$ZodCheck<string>;

/** Calls `check` once for all rules: each call copies the schema, which would slow down cold starts. */
const trimmedText = (characters: number, ...checks: readonly Check[]) =>
  z.string().check(z.trim(), atMost(characters), emptyWhenBlank, wellFormed, ...checks);

/** Trimmed text of at most `characters` code points, of one or more lines; may be empty. */
export const text = (characters: number, ...checks: readonly Check[]) =>
  trimmedText(
    characters,
    z.refine((value) => !hasUnprintableCharacters(value), {
      error: "must not contain control characters",
      params: { pattern: TEXT_PATTERNS.text },
    }),
    ...checks,
  );

/** Trimmed text of one line; may be empty. */
export const line = (characters: number, ...checks: readonly Check[]) =>
  trimmedText(
    characters,
    z.refine((value) => !hasControlCharacters(value), {
      error: "must not contain control characters or line breaks",
      params: { pattern: TEXT_PATTERNS.line },
    }),
    ...checks,
  );

const nonBlankLine = (characters: number, message: string) =>
  line(characters, z.minLength(1, message), documented({ pattern: TEXT_PATTERNS.nonBlankLine }));

/** Trimmed text; a blank one counts as missing. */
export const requiredText = (characters: number) => nonBlankLine(characters, "is required");

/** Trimmed text that can be changed but not cleared. */
export const nonBlankText = (characters: number) => nonBlankLine(characters, "must not be blank");

/** Makes blank text null. */
export const orNull = (schema: ReturnType<typeof text>) =>
  z.nullable(
    z.pipe(
      schema,
      z.transform((value) => value || null),
    ),
  );

/** Trimmed text of one or more lines, or null; a blank one is null too. */
export const textOrNull = (characters: number) => orNull(text(characters));

/** Trimmed text of an existing day, as `YYYY-MM-DD`. */
export const dayText = () =>
  withForms(
    z.string().check(
      z.trim(),
      decisive((value) => value !== "", { error: "is required" }),
      decisive(isCalendarDate, { error: NOT_A_DATE }),
    ),
    () => [z.iso.date()],
  );

/** A key that the firm chooses, for use in URLs and dotted paths: letters, digits, `_` and `-`. */
export const configuredKey = (characters: number) =>
  text(
    characters,
    z.regex(/^[A-Za-z0-9][A-Za-z0-9_-]*$/, "must be letters, digits, _ and -, a letter or digit first"),
  );

/** A list of at most `maximum` entries. A longer one is rejected before its entries are validated. */
export const listOf = <Entry extends z.ZodMiniType>(entry: Entry, maximum: number) =>
  z.pipe(
    // zod's own length check would also apply to a text in the place of a list.
    z.array(z.unknown()).check(
      decisive((list) => list.length <= maximum, {
        error: `must have at most ${maximum} entries`,
        params: { maxItems: maximum },
      }),
    ),
    z.array(entry),
  );

/** Checks that a list has an entry. */
export const notEmpty = (message: string) =>
  z.refine<readonly unknown[]>((list) => list.length > 0, { error: message, params: { minItems: 1 } });

/** A map of at most `maximum` entries. A larger one is rejected before its values are validated. */
export const mapOf = <Value extends z.ZodMiniType>(value: Value, maximum: number) =>
  z.pipe(
    z.record(z.string(), z.unknown()).check(
      z.refine((map) => Object.keys(map).length <= maximum, {
        error: `must have at most ${maximum} entries`,
        params: { maxProperties: maximum },
      }),
    ),
    z.record(z.string(), value),
  );

export const choice = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, {
    error: ({ input }) => (input === undefined ? "is required" : `must be one of: ${values.join(", ")}`),
  });

/** A filter of a list by one of `values`. Any other value is refused, since no record can have it. */
export const filterBy = <const Values extends readonly string[]>(values: Values) =>
  z.optional(withForms(z.pipe(z.string().check(z.trim()), choice(values)), () => [choice(values)]));

/** A non-empty set of `values`, without duplicates and in their order, so that equal sets are equal lists. */
export const choices = <const Values extends readonly string[]>(values: Values, emptyMessage: string) =>
  z.pipe(
    listOf(choice(values), LIMITS.listEntries).check(notEmpty(emptyMessage)),
    z.transform((input) => values.filter((value): value is Values[number] => input.includes(value))),
  );

/** An IANA time zone name in any case; becomes the name as IANA writes it. */
export const timeZone = () =>
  nonBlankText(LIMITS.timeZoneCharacters).check(
    z.overwrite((name) => ianaTimeZone(name) ?? name),
    z.refine(
      (name) => name === "" || ianaTimeZone(name) !== null,
      "must be an IANA time zone name such as Europe/Berlin",
    ),
  );

const NOT_A_UUID = "must be a UUID";

export const uuid = () =>
  z
    .string(wrongType(NOT_A_UUID))
    .check(z.trim(), noLongerThan(36, NOT_A_UUID), z.toLowerCase(), z.regex(z.regexes.guid, NOT_A_UUID));

const NOT_AN_INTEGER = "must be an integer";

const inRange = (minimum: number, maximum: number) =>
  z.refine<number>((number) => number >= minimum && number <= maximum, {
    error: `must be between ${minimum} and ${maximum}`,
    params: { minimum, maximum },
  });

export const wholeNumber = (minimum: number, maximum: number) =>
  z
    .number()
    .check(
      decisive(Number.isInteger, { error: NOT_AN_INTEGER, params: { type: "integer" } }),
      inRange(minimum, maximum),
    );

/** The rate limit of a key. */
export const requestsPerMinute = () => wholeNumber(1, LIMITS.requestsPerMinuteMaximum);

/** A whole number in a query string. */
export const wholeNumberText = (minimum: number, maximum: number) => {
  const message = `${NOT_AN_INTEGER} between ${minimum} and ${maximum}`;
  return z.pipe(
    z.string().check(noLongerThan(9, message), z.regex(/^\d{1,9}$/, message)),
    z.pipe(z.transform(Number), wholeNumber(minimum, maximum)),
  );
};

/** `data` of a lead or consultation: values of the fields that the firm defines. */
export const customData = lazy(() => z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])));

/** `data` in a body. `shared/settings/custom-data.rules.ts` validates the values by the firm's fields. */
export const customDataInput = lazy(() => mapOf(z.unknown(), LIMITS.dataEntries));
