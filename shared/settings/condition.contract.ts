import * as z from "zod/mini";
import { listOf, notEmpty, text } from "../schema/fields.ts";
import { path } from "../schema/json-path.ts";
import { brokenLimit, LIMITS } from "../schema/limits.ts";
import { settingsObject } from "../schema/settings-object.ts";
import { TEXT_PATTERNS } from "../schema/text.ts";
import { byForm, documented, givesOne, lazy, oneRequired } from "../schema/zod.ts";

const brokenLimitOf = (input: unknown) => (typeof input === "number" ? brokenLimit(input) : null);

const numberOrBoolean = () =>
  z
    .union([z.number(), z.boolean()], {
      error: ({ input }) => brokenLimitOf(input) ?? "must be text, a number, true or false",
    })
    .check(
      z.refine((input) => brokenLimitOf(input) === null, {
        error: ({ input }) => brokenLimitOf(input),
        params: { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER },
      }),
    );

const nonBlankLines = () =>
  text(
    LIMITS.dataTextCharacters,
    z.minLength(1, "must not be blank"),
    documented({ pattern: TEXT_PATTERNS.nonBlankText }),
  );

/** Text, a number or a boolean; the firm's fields limit it further. */
export const constant = lazy(() =>
  byForm(
    (input) => (typeof input === "string" ? nonBlankLines() : numberOrBoolean()),
    () => [nonBlankLines(), numberOrBoolean()],
  ),
);

/** A constant as it is stored and shown. */
export const storedConstant = () => z.union([z.string(), z.number(), z.boolean()]);

const condition = lazy(() =>
  settingsObject(
    {
      path: path(),
      equals: z.optional(constant()),
      in: z.optional(
        listOf(constant(), LIMITS.conditionValues).check(notEmpty("must have at least one value")),
      ),
      present: z.optional(z.boolean()),
    },
    { form: "an object with path and one of equals, in and present" },
  ).check(
    z.refine((input) => givesOne(input.equals, input.in, input.present), {
      error: "must have exactly one of equals, in and present",
      params: oneRequired(["equals", "in", "present"]),
    }),
  ),
);

/** Conditions on JSON, all of which must hold. */
export const conditions = lazy(() => listOf(condition(), LIMITS.conditions));

/** Conditions as they are stored and shown. */
export const storedConditions = lazy(() =>
  z.array(
    z.object({
      path: z.string(),
      equals: z.optional(storedConstant()),
      in: z.optional(z.array(storedConstant())),
      present: z.optional(z.boolean()),
    }),
  ),
);
