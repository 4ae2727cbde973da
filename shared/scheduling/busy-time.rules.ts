import { millisecondsInDay } from "date-fns/constants";
import type * as z from "zod/mini";
import { groupBy } from "../runtime/collections.ts";
import { type Interval, intersect, overlaps, subtract } from "../time/intervals.rules.ts";
import { type BusyTime, ECHO_MILLISECONDS } from "../time/slots.rules.ts";
import type { busyTime } from "./busy-time.contract.ts";

/** A busy time, or the part of it that counts on one UTC date. `whole` is the time as its calendar sent it. */
export type BusyPart = Interval & { readonly whole: Interval };

/** The same of one of an attorney's calendars. */
export type CalendarPart = BusyPart & { readonly calendar: string };

/** The busy times of one calendar in a window of time. They replace those that it had in the window. */
export type BusyWindow = { readonly window: Interval; readonly times: readonly Interval[] };

/** Returns the instants of a UTC date. */
const intervalOfDate = (date: string): Interval => {
  const start = Date.parse(date);
  return { start, end: start + millisecondsInDay };
};

/**
 * Returns the parts of a calendar's busy times on a UTC date after a replacement of its window: those before that lie
 * outside the window, and the new ones within it, by start.
 */
export const replacedParts = (
  before: readonly BusyPart[],
  { window, times }: BusyWindow,
  date: string,
): BusyPart[] => {
  const [replaced] = intersect([window], [intervalOfDate(date)]);
  if (replaced === undefined) return [...before];
  const kept = before.flatMap(({ whole, ...part }) =>
    subtract([part], [replaced]).map((rest) => ({ ...rest, whole })),
  );
  const added = times.flatMap((whole) => intersect([whole], [replaced]).map((part) => ({ ...part, whole })));
  return [...kept, ...added].toSorted(byInterval);
};

const byInterval = (one: BusyPart, other: BusyPart) =>
  one.start - other.start ||
  one.end - other.end ||
  one.whole.start - other.whole.start ||
  one.whole.end - other.whole.end;

/**
 * Returns a test whether a busy time is the echo of one of these consultations, and so does not count: its start and end
 * each differ by less than a minute from the consultation's, since other programs round instants.
 */
export const isEchoOf = (booked: readonly Interval[]): ((part: BusyPart) => boolean) => {
  const byStep = groupBy(booked, ({ start }) => stepOf(start));
  return ({ whole }) =>
    [-1, 0, 1]
      .flatMap((steps) => byStep.get(stepOf(whole.start) + steps) ?? [])
      .some(({ start, end }) => isNear(start, whole.start) && isNear(end, whole.end));
};

const stepOf = (instant: number) => Math.floor(instant / ECHO_MILLISECONDS);

const isNear = (one: number, other: number) => Math.abs(one - other) < ECHO_MILLISECONDS;

/** Returns the slots that a busy time overlaps, each with the first such time. */
export const overlappedBy = <Slot extends Interval>(
  parts: readonly BusyPart[],
  slots: readonly Slot[],
): { readonly slot: Slot; readonly busy: Interval }[] =>
  slots.flatMap((slot) => {
    const part = parts.find((each) => overlaps(each, slot));
    return part ? [{ slot, busy: part.whole }] : [];
  });

export const busyTimeResource = ({
  calendar,
  start,
  end,
}: BusyTime): z.output<ReturnType<typeof busyTime>> => ({
  calendar,
  start_at: new Date(start).toISOString(),
  end_at: new Date(end).toISOString(),
});
