import { millisecondsInDay, millisecondsInMinute } from "date-fns/constants";

/** A half-open interval of time, `[start, end)`, in epoch milliseconds. It is empty unless `start < end`. */
export type Interval = { readonly start: number; readonly end: number };

/** A start as an ISO-8601 UTC instant, and a duration. */
export type Slot = { readonly startAt: string; readonly durationMinutes: number };

/** Returns the interval of a start with a duration. */
export function slotOf({ startAt, durationMinutes }: Slot): Interval {
  const start = Date.parse(startAt);
  return { start, end: start + durationMinutes * millisecondsInMinute };
}

/** Sorts the intervals, drops empty ones and joins those that overlap or touch. */
export function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { start, end } of sortedByStart(intervals)) {
    const last = merged.at(-1);
    if (last && start <= last.end) merged.splice(-1, 1, { start: last.start, end: Math.max(last.end, end) });
    else merged.push({ start, end });
  }
  return merged;
}

/** Returns the instants that are in both lists, merged. */
export function intersect(left: readonly Interval[], right: readonly Interval[]): Interval[] {
  const common: Interval[] = [];
  const lefts = merge(left).values();
  const rights = merge(right).values();
  let a = lefts.next().value;
  let b = rights.next().value;
  while (a && b) {
    if (overlaps(a, b)) common.push({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) });
    if (a.end <= b.end) a = lefts.next().value;
    else b = rights.next().value;
  }
  return common;
}

/** Returns the instants of `intervals` that are not in `removed`, merged. */
export function subtract(intervals: readonly Interval[], removed: readonly Interval[]): Interval[] {
  return intersect(intervals, complement(removed));
}

/** Returns the instants that are in one of the intervals, in one pass over both. The instants must be in order. */
export function instantsWithin(instants: readonly number[], intervals: readonly Interval[]): number[] {
  const rest = merge(intervals).values();
  let interval = rest.next().value;
  return instants.filter((instant) => {
    while (interval && interval.end <= instant) interval = rest.next().value;
    return interval !== undefined && interval.start <= instant;
  });
}

export function contains(outer: Interval, inner: Interval): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** Returns whether two intervals share an instant; touching or empty intervals do not. */
export function overlaps(left: Interval, right: Interval): boolean {
  return Math.max(left.start, right.start) < Math.min(left.end, right.end);
}

function complement(intervals: readonly Interval[]): Interval[] {
  const merged = merge(intervals);
  const starts = [Number.NEGATIVE_INFINITY, ...merged.map(({ end }) => end)];
  return starts.map((start, index) => ({ start, end: merged[index]?.start ?? Number.POSITIVE_INFINITY }));
}

function sortedByStart(intervals: readonly Interval[]): Interval[] {
  return intervals.filter(({ start, end }) => start < end).toSorted((a, b) => a.start - b.start);
}

/** Returns the UTC dates (`YYYY-MM-DD`) that an interval touches, in order: for a slot, at most two. */
export const utcDates = ({ start, end }: Interval): string[] => {
  const first = Math.floor(start / millisecondsInDay);
  const count = Math.ceil(end / millisecondsInDay) - first;
  return Array.from({ length: count }, (_, index) => utcDate((first + index) * millisecondsInDay));
};

/** Returns the UTC date of an instant. */
export const utcDate = (instant: number): string => new Date(instant).toISOString().slice(0, 10);
