import { millisecondsInDay } from "date-fns/constants";
import * as z from "zod/mini";

/** An instant as responses have it. */
export const instant = () => z.iso.datetime({ precision: 3 });

/** With seconds or, as Java writes whole minutes, without. */
const INSTANT = new RegExp(
  [{}, { precision: -1 }].map((form) => z.regexes.datetime({ offset: true, ...form }).source).join("|"),
);

// Ends a year early: an offset could move 31 December 9999 into year 10000, which has another ISO-8601 form.
const isFrom1970To9998 = (text: string) => Date.parse(text) >= 0 && Date.parse(text) < Date.UTC(9999, 0);

/** An ISO-8601 instant with any offset. Normalises to UTC, truncated to milliseconds. */
export const instantInput = () =>
  z.pipe(
    z.string().check(
      z.refine((text) => INSTANT.test(text), {
        error: "must be an ISO-8601 instant with its zone, such as 2026-11-02T15:00:00Z",
        abort: true,
        params: { format: "date-time" },
      }),
      z.refine(isFrom1970To9998, {
        error: "must be between the years 1970 and 9998",
        abort: true,
        params: { pattern: "^(19[7-9]|[2-9]\\d\\d)\\d-" },
      }),
    ),
    z.transform((text: string) => new Date(text).toISOString()),
  );

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
