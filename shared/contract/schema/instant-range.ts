import { millisecondsInDay } from "date-fns/constants";
import * as z from "zod/mini";
import { instantInput } from "./fields.ts";

type InstantRange = { readonly from: string; readonly to: string };

const milliseconds = ({ from, to }: InstantRange) => Date.parse(to) - Date.parse(from);

/** Query parameters of a range of time. */
export const rangeQuery = () => ({ from: instantInput(), to: instantInput() });

/** Requires that `to` is after `from`, by at most so many days. */
export const rangeChecks = (days: number) =>
  [
    z.refine<InstantRange>((range) => milliseconds(range) > 0, { path: ["to"], error: "must be after from" }),
    z.refine<InstantRange>((range) => milliseconds(range) <= days * millisecondsInDay, {
      path: ["to"],
      error: `must be at most ${days} days after from`,
    }),
  ] as const;
