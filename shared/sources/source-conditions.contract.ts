import * as z from "zod/mini";
import { oneRequired } from "../api/schema/documented.ts";
import { listOf, notEmpty } from "../api/schema/fields.ts";
import { lazy } from "../api/schema/lazy.ts";
import { LIMITS } from "../api/schema/limits.ts";
import { constant, path, storedConstant } from "./source-mapping.contract.ts";

const condition = lazy(() =>
  z
    .object({
      path: path(),
      equals: z.optional(constant()),
      in: z.optional(
        listOf(constant(), LIMITS.conditionValues).check(notEmpty("must have at least one value")),
      ),
      present: z.optional(z.boolean()),
    })
    .check(
      z.refine(
        (input) => [input.equals, input.in, input.present].filter((each) => each !== undefined).length === 1,
        {
          error: "must have exactly one of equals, in and present",
          params: oneRequired(["equals", "in", "present"]),
        },
      ),
    ),
);

/** Conditions on inbound JSON that must all hold. */
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
