import * as z from "zod/mini";
import { mapOf } from "./fields.ts";
import { lazy } from "./lazy.ts";
import { LIMITS } from "./limits.ts";

/** `data` of a lead or consultation: values of the fields that the firm defines. */
export const customData = lazy(() => z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])));

/** `data` in a body. `shared/firm/custom-data.rules.ts` validates the values by the firm's fields. */
export const customDataInput = lazy(() => mapOf(z.unknown(), LIMITS.dataEntries));
