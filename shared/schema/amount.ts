import * as z from "zod/mini";
import { isStorableNumber } from "./limits.ts";

const isAmount = (value: number) => value >= 0 && isStorableNumber(value);

/** An amount of money, or null. Adding 0 turns -0, which DynamoDB does not preserve, into 0. */
export const amount = () =>
  z.nullable(
    z.number().check(
      z.refine(isAmount, {
        error: `must be between 0 and ${Number.MAX_SAFE_INTEGER}`,
        params: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      }),
      z.overwrite((value) => value + 0),
    ),
  );
