import { millisecondsInDay } from "date-fns/constants";
import type { Interval } from "./intervals.rules.ts";

/** The UTC dates (`YYYY-MM-DD`) that an interval touches, in order; for a slot, at most two. */
export const utcDates = ({ start, end }: Interval): string[] => {
  const first = Math.floor(start / millisecondsInDay);
  const count = Math.ceil(end / millisecondsInDay) - first;
  return Array.from({ length: count }, (_, index) => utcDate((first + index) * millisecondsInDay));
};

const utcDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);
