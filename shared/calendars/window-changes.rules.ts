import { isDeepStrictEqual } from "node:util";
import { groupBy } from "../runtime/collections.ts";
import { type AttorneyDay, isConsultation } from "../scheduling/attorney-day.rules.ts";
import {
  type BusyPart,
  type BusyWindow,
  isEchoOf,
  overlappedBy,
  replacedParts,
} from "../scheduling/busy-time.rules.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Violation } from "../schema/violations.ts";
import { type Interval, intersect } from "../time/intervals.rules.ts";

/** The busy times of one calendar on a date, before and after a change. */
export type DayChange = {
  readonly day: AttorneyDay;
  readonly before: readonly BusyPart[];
  readonly after: readonly BusyPart[];
};

/** Returns the calendar's busy times on each day after a replacement of the window. */
export const dayChanges = (days: readonly AttorneyDay[], calendar: string, pushed: BusyWindow): DayChange[] =>
  days.map((day) => {
    const before = partsOf(day, calendar);
    return { day, before, after: replacedParts(before, pushed, day.date) };
  });

export const partsOf = ({ busy }: AttorneyDay, calendar: string): BusyPart[] =>
  busy.filter((part) => part.calendar === calendar).map(({ start, end, whole }) => ({ start, end, whole }));

export const isChanged = ({ before, after }: DayChange): boolean => !isDeepStrictEqual(before, after);

/**
 * Returns violations for dates with too many busy times. Times count as they were sent: so no push is refused because
 * its window splits one, unless it leaves more parts of them than a push may have times.
 */
export const dayViolations = (changes: readonly DayChange[]): Violation[] =>
  changes
    .filter(({ after }) => timesSent(after) > LIMITS.busyTimesOfDay || after.length > LIMITS.pushedTimes)
    .slice(0, 1)
    .map(({ day }) => ({
      field: "busy",
      message: `must leave at most ${LIMITS.busyTimesOfDay} times of the calendar on a UTC date, unlike on ${day.date}`,
    }));

/** Returns how many times were sent: the first parts of each, of which there are several where times are equal. */
const timesSent = (parts: readonly BusyPart[]) => {
  const starts = new Map<string, number>();
  const keyOf = ({ whole }: BusyPart) => `${whole.start} ${whole.end}`;
  for (const part of parts)
    starts.set(keyOf(part), Math.min(part.start, starts.get(keyOf(part)) ?? part.start));
  return parts.filter((part) => part.start === starts.get(keyOf(part))).length;
};

/** A consultation that a calendar overlaps. `isNew` tells that it did not before. */
export type Overlap = { readonly id: string; readonly isNew: boolean; readonly busy: Interval };

/** All that differs after a replacement of a calendar's busy times in a window. */
export type WindowChange = {
  readonly changed: readonly DayChange[];
  /** The open consultations that the calendar overlaps in the window, and those that it did not overlap before. */
  readonly overlapping: readonly Overlap[];
  readonly added: readonly Overlap[];
};

/** Returns the consultations that the calendar's busy times in the window overlap, in the order of the days. */
export const overlapsAfter = (changes: readonly DayChange[], window: Interval): Overlap[] => {
  const isEcho = isEchoOf(changes.flatMap(({ day }) => booked(day)));
  const overlapped = (parts: readonly BusyPart[], day: AttorneyDay) =>
    overlappedBy(
      parts.filter((part) => !isEcho(part)),
      booked(day),
    );
  const idsBefore = new Set(
    changes.flatMap(({ day, before }) => overlapped(before, day).map(({ slot }) => slot.id)),
  );
  const found = changes.flatMap(({ day, after }) => overlapped(partsWithin(after, window), day));
  return [...groupBy(found, ({ slot }) => slot.id)].flatMap(([id, [first]]) =>
    intersect(first ? [first.busy] : [], [window])
      .slice(0, 1)
      .map((busy) => ({ id, isNew: !idsBefore.has(id), busy })),
  );
};

const partsWithin = (parts: readonly BusyPart[], window: Interval): BusyPart[] =>
  parts.flatMap(({ whole, ...part }) => intersect([part], [window]).map((within) => ({ ...within, whole })));

const booked = ({ slots }: AttorneyDay) => slots.filter(isConsultation).toSorted(byStart);

const byStart = (one: Interval, other: Interval) => one.start - other.start;

export const TOO_MANY_OVERLAPS: Violation = {
  field: "to",
  message: `must be earlier: the busy times newly overlap more than ${LIMITS.newOverlaps} consultations`,
};
