import * as z from "zod/mini";
import { brokenLimit } from "./limits.ts";

const brokenLimitOf = (value: unknown) => brokenLimit(Number(value), 0);

/** An amount of money, or null. Adding 0 turns -0, which DynamoDB does not preserve, into 0. */
export const amount = () =>
  z.nullable(
    z
      .number({
        // JSON has numbers that become infinite here.
        error: ({ input }) => (typeof input === "number" ? brokenLimitOf(input) : undefined),
      })
      .check(
        z.refine((value) => brokenLimitOf(value) === null, {
          error: ({ input }) => brokenLimitOf(input),
          params: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        }),
        z.overwrite((value) => value + 0),
      ),
  );
