import type { Violation } from "../api/schema/violations.ts";
import { type DateRange, dateRangeViolations } from "./date-range.rules.ts";

/** From one ISO-8601 UTC instant up to another, which is not included. */
export type InstantRange = { readonly startAt: string; readonly endAt: string };

/** When an attorney is away: whole local days, or from one instant to another. */
export type TimeOff = DateRange | InstantRange;

export const isInstantRange = (entry: TimeOff): entry is InstantRange => "startAt" in entry;

/** Validates a list of time off beyond its schema; `field` is its name in the request. */
export const timeOffViolations = (entries: readonly TimeOff[], field: string): Violation[] =>
  entries.flatMap((entry, index) =>
    isInstantRange(entry)
      ? instantRangeViolations(entry, `${field}[${index}]`)
      : dateRangeViolations(entry, `${field}[${index}]`),
  );

const instantRangeViolations = ({ startAt, endAt }: InstantRange, field: string): Violation[] =>
  startAt < endAt ? [] : [{ field: `${field}.end_at`, message: "must be after start_at" }];
