import { fill } from "./fill.ts";
import { dateIn, daysBetween } from "./local-days.ts";
import { isKnownZone, zoneName } from "./time-zones.ts";

export type TimeFormat = ReturnType<typeof timeFormat>;

/** Returns the format of a zone, if the browser knows the zone. */
export const knownFormat = (locale: string, timeZone: string): TimeFormat | undefined =>
  isKnownZone(timeZone) ? timeFormat(locale, timeZone) : undefined;

/** The minutes by which clocks are set back: Lord Howe's by 30, Troll's by 120, Casey's by 180. */
const SET_BACK_MINUTES = [30, 60, 120, 180];

/** Joins the parts of a date. French writes the first day of a month as an ordinal number, `1er novembre`. */
const dateText = (locale: string, parts: readonly Intl.DateTimeFormatPart[]): string =>
  parts
    .map(({ type, value }) => (type === "day" && value === "1" && /^fr\b/i.test(locale) ? "1er" : value))
    .join("");

const minutesAfter = (instant: string, minutes: number): string =>
  new Date(Date.parse(instant) + minutes * 60_000).toISOString();

/** Formats dates and times in a locale and a time zone. A date outside the present year names its year. */
export const timeFormat = (locale: string, timeZone: string, now: () => number = Date.now) => {
  const format = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  const time = format({ hour: "numeric", minute: "2-digit" });
  const zonedTime = format({ hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  const day = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const dateOf = dateIn(timeZone);
  const year = format({ year: "numeric" }, "UTC");
  const thisYear = () => year.format(new Date(dateOf(new Date(now()).toISOString())));
  const isThisYear = (date: string) => year.format(new Date(date)) === thisYear();
  /** Chooses between the format for dates of the present year and the one for others. */
  const dated = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
    const [plain, withYear] = [format(options, zone), format({ ...options, year: "numeric" }, zone)];
    return (...dates: readonly string[]) => (dates.every(isThisYear) ? plain : withYear);
  };
  const dayAndTime = dated({
    weekday: "long",
    day: "numeric",
    month: "long",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  const written = (formatted: Intl.DateTimeFormat, date: string) =>
    dateText(locale, formatted.formatToParts(new Date(date)));
  const ofDate = (options: Intl.DateTimeFormatOptions) => {
    const formatted = format(options, "UTC");
    return (date: string) => formatted.format(new Date(date));
  };
  const ofDatedDate = (options: Intl.DateTimeFormatOptions) => {
    const formatFor = dated(options, "UTC");
    return (date: string) => written(formatFor(date), date);
  };
  const range = dated({ day: "numeric", month: "short" }, "UTC");
  const wallClockFormat = format({ dateStyle: "short", timeStyle: "short" });
  const wallClock = (instant: string) => wallClockFormat.format(new Date(instant));
  /** Returns true for an instant whose date and time the clock shows twice, because it is set back. */
  const isRepeated = (instant: string) =>
    SET_BACK_MINUTES.flatMap((minutes) => [-minutes, minutes]).some(
      (minutes) => wallClock(minutesAfter(instant, minutes)) === wallClock(instant),
    );
  return {
    timeZone,
    dateOf,
    isRepeated,
    /** Formats the time of an instant. A time that the clock shows twice names its zone. */
    time: (instant: string) => (isRepeated(instant) ? zonedTime : time).format(new Date(instant)),
    zonedTime: (instant: string) => zonedTime.format(new Date(instant)),
    /** Formats a time range within a day, `10:00 – 11:00`. */
    timeRange: (start: string, end: string) => time.formatRange(new Date(start), new Date(end)),
    /** Returns the zone's short name, which differs between summer and winter. */
    shortZone: (instant: string) =>
      zonedTime.formatToParts(new Date(instant)).find(({ type }) => type === "timeZoneName")?.value,
    /** Formats the day of an instant, with its year. */
    day: (instant: string) => written(day, instant),
    /** Formats the date and the time of an instant, with the zone: it stands in sentences, far from any other zone. */
    dayAndTime: (instant: string) => written(dayAndTime(dateOf(instant)), instant),
    /** Formats the parts that distinguish two zones at an instant. */
    wallClock,
    zoneName: (instant: string) => zoneName(locale, timeZone, instant),
    /** Formats a date such as `2026-03-08`. */
    longDate: ofDatedDate({ weekday: "long", day: "numeric", month: "long" }),
    dateRange: (first: string, last: string) =>
      dateText(locale, range(first, last).formatRangeToParts(new Date(first), new Date(last))),
    shortDate: ofDatedDate({ day: "numeric", month: "long" }),
    dayOfMonth: ofDate({ day: "numeric" }),
    month: ofDate({ month: "short" }),
    weekday: ofDate({ weekday: "short" }),
    longWeekday: ofDate({ weekday: "long" }),
  };
};

/** The texts that name another day than the one before them. */
type DayTexts = { readonly nextDay: string; readonly previousDay: string };

/** Adds to a time that its day is not the expected one, `1:00 AM (next day)`. */
const onDay = (texts: DayTexts, time: string, { expected, format, instant }: Day): string => {
  const date = format.dateOf(instant);
  const days = daysBetween(expected, date);
  if (days === 0) return time;
  if (Math.abs(days) > 1) return `${format.weekday(date)} ${time}`;
  return fill(days === 1 ? texts.nextDay : texts.previousDay, { time });
};

type Day = { readonly expected: string; readonly format: TimeFormat; readonly instant: string };

/** Returns an instant's time in another zone, and says if the day differs there. */
export const timeElsewhere = (
  texts: DayTexts,
  instant: string,
  here: TimeFormat,
  there: TimeFormat,
): string => onDay(texts, there.time(instant), { expected: here.dateOf(instant), format: there, instant });

/**
 * Returns a time range, `10:00 – 11:00`. Says if it ends on another day. Where the clock is changed meanwhile, or shows the
 * start twice, both times name their zone.
 */
export const timeRange = (texts: DayTexts, format: TimeFormat, start: string, minutes: number): string => {
  const end = minutesAfter(start, minutes);
  const isZoned = format.isRepeated(start) || format.shortZone(start) !== format.shortZone(end);
  const expected = format.dateOf(start);
  if (!isZoned && expected === format.dateOf(end)) return format.timeRange(start, end);
  const time = isZoned ? format.zonedTime : format.time;
  return `${time(start)} – ${onDay(texts, time(end), { expected, format, instant: end })}`;
};

/** Returns the format of the attorney's zone if its clocks differ from the visitor's at the instant. */
export const differingFormat = (instant: string, here: TimeFormat, there: TimeFormat | undefined) =>
  there !== undefined && here.wallClock(instant) !== there.wallClock(instant) ? there : undefined;

/** Returns the part of the day of an instant on the visitor's clock. */
export const partOfDay = (instant: string, timeZone: string): "morning" | "afternoon" | "evening" => {
  const hour = Number(
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone }).format(
      new Date(instant),
    ),
  );
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
};

/** Returns 1 for Monday to 7 for Sunday; Monday if the browser does not know. */
export const firstWeekday = (language: string): number => {
  const locale: WithWeek = new Intl.Locale(language);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
};

type WeekInfo = { readonly firstDay: number };
type WithWeek = Intl.Locale & { readonly getWeekInfo?: () => WeekInfo; readonly weekInfo?: WeekInfo };
