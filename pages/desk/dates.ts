import { fill } from "../shared/fill.ts";
import { daysBetween } from "../shared/local-days.ts";
import { type TimeFormat, timeFormat } from "../shared/time-format.ts";
import { isKnownZone, visitorsZone, zoneName } from "../shared/time-zones.ts";
import { firmZone } from "./directory.ts";
import { now } from "./fresh.ts";
import { LOCALE, t } from "./texts.ts";

const formats = new Map<string, TimeFormat>();

/** Returns the format of a zone; UTC's for a zone that the browser does not know. */
export const formatIn = (zone: string = firmZone()): TimeFormat => {
  const format = formats.get(zone) ?? timeFormat(LOCALE, isKnownZone(zone) ? zone : "UTC");
  formats.set(zone, format);
  return format;
};

/** Formats the time of an instant, `10:05 AM`. */
export const clockTime = (instant: string, zone?: string): string => formatIn(zone).time(instant);

/** Formats the date of an instant without its weekday, `December 1`. */
export const shortDate = (instant: string, zone?: string): string => {
  const format = formatIn(zone);
  return format.shortDate(format.dateOf(instant));
};

/** Formats the date of an instant with its weekday, `Tuesday, December 1`. */
export const longDate = (instant: string, zone?: string): string => {
  const format = formatIn(zone);
  return format.longDate(format.dateOf(instant));
};

/** Formats date and time, with the zone, for a sentence. */
export const dayAndTime = (instant: string, zone?: string): string => formatIn(zone).dayAndTime(instant);

/** Returns today's date in a zone, `2026-12-01`. */
export const today = (zone?: string): string => formatIn(zone).dateOf(new Date(now.value).toISOString());

/** Formats a day near today: `Today, December 1`. */
export const relativeDay = (instant: string, zone?: string): string => {
  const format = formatIn(zone);
  const date = format.dateOf(instant);
  const { today: sameDay, yesterday, tomorrow } = t().parts;
  const text = { "0": sameDay, "-1": yesterday, "1": tomorrow }[String(daysBetween(today(zone), date))];
  return text ? fill(text, { date: format.shortDate(date) }) : format.longDate(date);
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns how long ago an instant was, `18 h`. */
export const age = (instant: string): string => {
  const { now: justNow, minutes, hours, days } = t().parts;
  const past = now.value - Date.parse(instant);
  const count = (text: string, unit: number) => fill(text, { count: String(Math.floor(past / unit)) });
  if (past < MINUTE) return justNow;
  if (past < HOUR) return count(minutes, MINUTE);
  return past < DAY ? count(hours, HOUR) : count(days, DAY);
};

/** Returns how long ago an instant was, in words. */
export const ago = (instant: string): string => {
  const passed = age(instant);
  return passed === t().parts.now ? t().setup.justNow : fill(t().setup.ago, { age: passed });
};

/** Returns a zone's name where the viewer's clock shows another time; null where it shows the same. */
export const zoneNote = (zone: string = firmZone()): string | null => {
  const instant = new Date(now.value).toISOString();
  const differs = formatIn(zone).wallClock(instant) !== formatIn(visitorsZone()).wallClock(instant);
  return differs ? zoneName(LOCALE, formatIn(zone).timeZone, instant) : null;
};
