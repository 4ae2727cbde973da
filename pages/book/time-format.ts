import { dateIn } from "./local-days.ts";

export type TimeFormat = ReturnType<typeof timeFormat>;

/** The tags of these languages that the browser knows: some systems name what is none, `en-US@posix`. */
export const knownLanguages = (tags: readonly string[]): string[] =>
  tags.flatMap((tag) => {
    try {
      return Intl.DateTimeFormat.supportedLocalesOf(tag);
    } catch {
      return [];
    }
  });

/** Whether the browser has the rules of a time zone: some are newer than it. */
export const isKnownZone = (timeZone: string): boolean => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).format() !== "";
  } catch {
    return false;
  }
};

/** The format of a zone that the browser may not know. */
export const knownFormat = (languages: readonly string[], timeZone: string): TimeFormat | undefined =>
  isKnownZone(timeZone) ? timeFormat(languages, timeZone) : undefined;

/** The time zone of the browser; UTC where the system's is none that it knows, `Etc/Unknown`. */
export const visitorsZone = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isKnownZone(timeZone) ? timeZone : "UTC";
};

/**
 * Dates and times as people with these languages write them, in one time zone. A date of another year than the present
 * one names its year.
 */
export const timeFormat = (languages: readonly string[], timeZone: string, now: () => number = Date.now) => {
  const format = (options: Intl.DateTimeFormatOptions, zone = timeZone) =>
    new Intl.DateTimeFormat([...languages], { ...options, timeZone: zone });
  const time = format({ hour: "numeric", minute: "2-digit" });
  const zonedTime = format({ hour: "numeric", minute: "2-digit", timeZoneName: "short" });
  const day = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const dateOf = dateIn(timeZone);
  const year = format({ year: "numeric" }, "UTC");
  const thisYear = () => year.format(new Date(dateOf(new Date(now()).toISOString())));
  const isThisYear = (date: string) => year.format(new Date(date)) === thisYear();
  /** The format for dates of the present year and that for others. */
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
  });
  const ofDate = (options: Intl.DateTimeFormatOptions) => {
    const formatted = format(options, "UTC");
    return (date: string) => formatted.format(new Date(date));
  };
  const ofDatedDate = (options: Intl.DateTimeFormatOptions) => {
    const formatFor = dated(options, "UTC");
    return (date: string) => formatFor(date).format(new Date(date));
  };
  const range = dated({ day: "numeric", month: "short" }, "UTC");
  const wallClock = format({ dateStyle: "short", timeStyle: "short" });
  return {
    timeZone,
    language: time.resolvedOptions().locale,
    dateOf,
    /** The time of an instant. */
    time: (instant: string) => time.format(new Date(instant)),
    zonedTime: (instant: string) => zonedTime.format(new Date(instant)),
    /** `10:00 – 11:00` */
    timeRange: (instant: string, minutes: number) =>
      time.formatRange(new Date(instant), new Date(Date.parse(instant) + minutes * 60_000)),
    /** The day of an instant, with its year. */
    day: (instant: string) => day.format(new Date(instant)),
    dayAndTime: (instant: string) => dayAndTime(dateOf(instant)).format(new Date(instant)),
    /** What distinguishes two zones at an instant. */
    wallClock: (instant: string) => wallClock.format(new Date(instant)),
    /** The zone's name, `Eastern Time`. */
    zoneName: (instant: string) =>
      format({ timeZoneName: "longGeneric" })
        .formatToParts(new Date(instant))
        .find(({ type }) => type === "timeZoneName")?.value ?? timeZone,
    /** Of a date such as `2026-03-08`. */
    longDate: ofDatedDate({ weekday: "long", day: "numeric", month: "long" }),
    dateRange: (first: string, last: string) =>
      range(first, last).formatRange(new Date(first), new Date(last)),
    shortDate: ofDatedDate({ day: "numeric", month: "long" }),
    dayOfMonth: ofDate({ day: "numeric" }),
    month: ofDate({ month: "short" }),
    weekday: ofDate({ weekday: "short" }),
  };
};

/** The times of a day's starts; where the clock is set back, two that look alike also name their offset. */
export const timeLabels = (
  starts: readonly string[],
  format: Pick<TimeFormat, "time" | "zonedTime">,
): string[] => {
  const labels = starts.map(format.time);
  return starts.map((start, index) => {
    const label = labels[index] ?? "";
    return labels.indexOf(label) === labels.lastIndexOf(label) ? label : format.zonedTime(start);
  });
};

/** An instant in another zone: its time, with the day where that differs. */
export const timeElsewhere = (instant: string, here: TimeFormat, there: TimeFormat): string =>
  here.dateOf(instant) === there.dateOf(instant)
    ? there.time(instant)
    : `${there.weekday(there.dateOf(instant))} ${there.time(instant)}`;

/** The format of the attorney's zone where its clocks show another time than the visitor's. */
export const differingFormat = (instant: string, here: TimeFormat, there: TimeFormat | undefined) =>
  there !== undefined && here.wallClock(instant) !== there.wallClock(instant) ? there : undefined;

/** The part of the day in which a visitor's clock shows an instant. */
export const partOfDay = (instant: string, timeZone: string): "morning" | "afternoon" | "evening" => {
  const hour = Number(
    new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone }).format(
      new Date(instant),
    ),
  );
  if (hour < 12) return "morning";
  return hour < 18 ? "afternoon" : "evening";
};

/** 1 for Monday to 7 for Sunday; Monday where the browser does not say. */
export const firstWeekday = (language: string): number => {
  const locale: WithWeek = new Intl.Locale(language);
  return (locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1;
};

type WeekInfo = { readonly firstDay: number };
type WithWeek = Intl.Locale & { readonly getWeekInfo?: () => WeekInfo; readonly weekInfo?: WeekInfo };
