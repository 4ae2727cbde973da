import { millisecondsInDay } from "date-fns/constants";
import type * as z from "zod/mini";
import { type Interval, intersect, overlaps, subtract } from "../time/intervals.rules.ts";
import type { BusyTime } from "../time/slots.rules.ts";
import type { busyTime } from "./busy-time.contract.ts";

/** A busy time, or the part of it that counts on one UTC date. `whole` is the time as its calendar sent it. */
export type BusyPart = Interval & { readonly whole: Interval };

/** The same of one of an attorney's calendars. */
export type CalendarPart = BusyPart & { readonly calendar: string };

/** The busy times of one calendar in a window of time. They replace those that it had in the window. */
export type BusyWindow = { readonly window: Interval; readonly times: readonly Interval[] };

/** Returns the instants of a UTC date. */
export const intervalOfDate = (date: string): Interval => {
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

type Booked = { readonly id: string; readonly start: number; readonly end: number };

/** Returns the busy times that count: all except those with exactly the start and end of one of these consultations. */
export const withoutEchoes = <Part extends BusyPart>(
  parts: readonly Part[],
  booked: readonly Booked[],
): Part[] => {
  const echoes = new Set(booked.map(textOf));
  return echoes.size === 0 ? [...parts] : parts.filter(({ whole }) => !echoes.has(textOf(whole)));
};

const textOf = ({ start, end }: Interval) => `${start} ${end}`;

/** Returns the slots of consultations that a busy time that counts overlaps, each with the first such time. */
export const overlappedBy = <Slot extends Booked>(
  parts: readonly BusyPart[],
  slots: readonly Slot[],
): { readonly slot: Slot; readonly busy: Interval }[] => {
  const counting = withoutEchoes(parts, slots);
  return slots.flatMap((slot) => {
    const part = counting.find((each) => overlaps(each, slot));
    return part ? [{ slot, busy: part.whole }] : [];
  });
};

export const busyTimeResource = ({
  calendar,
  start,
  end,
}: BusyTime): z.output<ReturnType<typeof busyTime>> => ({
  calendar,
  start_at: new Date(start).toISOString(),
  end_at: new Date(end).toISOString(),
});
