import type { Interval } from "../../shared/time/intervals.rules.ts";
import type { AttorneyCalendar, FreeStartsQuery } from "../../shared/time/slots.rules.ts";
import type { OfficeHours, TimeOff } from "../../shared/time/working-time.rules.ts";
import { allowedOutcomes, isAway, openWindows, readClock } from "../soak/verdict.ts";

// Implements the contract's sentences about free starts, instant by instant, without code of the product.

const MINUTE = 60_000;

/** Returns time off in the API's form. */
export const shown = (entries: readonly TimeOff[]) =>
  entries.map((entry) =>
    "startAt" in entry
      ? { start_at: entry.startAt, end_at: entry.endAt }
      : { start_date: entry.startDate, end_date: entry.endDate },
  );

/** Returns office hours in the API's form. */
export const shownHours = ({ officeHours, dateHours }: OfficeHours) => ({
  office_hours: officeHours,
  date_hours: dateHours,
});

export const minutesIn = ({ start, end }: Interval): number[] => {
  const first = Math.ceil(start / MINUTE) * MINUTE;
  return Array.from(
    { length: Math.max(0, Math.ceil((end - first) / MINUTE)) },
    (_, index) => first + index * MINUTE,
  );
};

export const slotAt = (start: number, minutes: number) => ({ start, end: start + minutes * MINUTE });

/**
 * Judges a booking made now.
 * @returns `accepted`, or the reason against it
 */
export const judgedByContract = (slot: Interval, calendar: AttorneyCalendar): string | undefined => {
  const { timeZone, timeOff, holidays, busyTimes, nowMilliseconds } = calendar;
  const { minNoticeMinutes, maxAdvanceDays, bufferMinutes, maxPerDay } = calendar.rules;
  const booking_rules = {
    min_notice_min: minNoticeMinutes,
    max_advance_days: maxAdvanceDays,
    buffer_min: bufferMinutes,
    max_per_day: maxPerDay,
  };
  const taken = calendar.taken.map((each) => ({ ...each, isHold: false }));
  const [outcome] = allowedOutcomes({
    attorney: { timeZone },
    settings: { ...shownHours(calendar), time_off: shown(timeOff), booking_rules },
    firm: { holidays: shown(holidays), booking_rules },
    slot,
    isHold: false,
    ignoresRules: false,
    ignoresBusy: false,
    calendars: [[busyTimes.map((time) => ({ ...time, whole: time }))]],
    consultations: { certain: [], possible: [] },
    others: { certain: taken, possible: taken },
    now: { from: nowMilliseconds, to: nowMilliseconds },
  });
  return outcome;
};

/** "On the step's grid, counted from the start of each window of office hours." */
const isOnGrid = (calendar: AttorneyCalendar, stepMinutes: number, instant: number) => {
  if (instant % MINUTE !== 0) return false;
  const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  const shownMinute = minuteOf(readClock(calendar.timeZone, instant).time);
  return openWindows(calendar.timeZone, shownHours(calendar), instant).some(
    ({ start }) => (shownMinute - minuteOf(start)) % stepMinutes === 0,
  );
};

/** Returns busy times, which have no buffer, and slots with theirs. */
const notFree = ({ taken, busyTimes, rules }: AttorneyCalendar): readonly Interval[] => {
  const buffer = (rules.bufferMinutes ?? 0) * MINUTE;
  const withBuffer = taken.map(({ start, end }) => ({ start: start - buffer, end: end + buffer }));
  return [...busyTimes, ...withBuffer];
};

const isFree = (calendar: AttorneyCalendar, instant: number) => {
  const { timeZone, timeOff, holidays } = calendar;
  const moment = { start: instant, end: instant + 1 };
  return (
    openWindows(timeZone, shownHours(calendar), instant).length > 0 &&
    !isAway(timeZone, shown([...timeOff, ...holidays]), moment) &&
    !notFree(calendar).some(({ start, end }) => start <= instant && instant < end)
  );
};

/** "Where a free interval begins: at the end of closed hours, time off, busy time, or of a slot or hold with its buffer." */
const beginsFree = (calendar: AttorneyCalendar, instant: number) =>
  isFree(calendar, instant) && !isFree(calendar, instant - 1);

/** "Rounded up to the whole minute." Closed hours and whole days off end at whole minutes. */
const isBeginning = (calendar: AttorneyCalendar, instant: number) => {
  const ends = [
    ...notFree(calendar).map(({ end }) => end),
    ...calendar.timeOff.flatMap((entry) => ("endAt" in entry ? [Date.parse(entry.endAt)] : [])),
  ].filter((end) => instant - MINUTE < end && end < instant);
  return [...ends, instant].some((each) => beginsFree(calendar, each));
};

/** Returns the starts of a range that are listed now, all at whole minutes. */
export const startsByContract = ({ calendar, range, durationMinutes, stepMinutes }: FreeStartsQuery) =>
  minutesIn(range)
    .filter((instant) => instant >= calendar.nowMilliseconds)
    .filter((instant) => isOnGrid(calendar, stepMinutes, instant) || isBeginning(calendar, instant))
    .filter((instant) => judgedByContract(slotAt(instant, durationMinutes), calendar) === "accepted");
