import { addDays, isWeekend } from "date-fns";
import { millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import { fromZonedTime, toZonedTime } from "date-fns-tz";

const UNITS = { m: millisecondsInMinute, h: millisecondsInHour };

/** Office hours of those who work on leads. */
const isAtWork = (local: Date) => !isWeekend(local) && local.getHours() >= 8 && local.getHours() < 18;

/** Returns the instants of the demo firm's data, which count from its first start. */
export const demoDates = (now: Date, firmZone: string) => {
  const dayAt = (day: Date, time: string, timeZone: string) => {
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    const local = new Date(day);
    local.setHours(hours, minutes, 0, 0);
    return fromZonedTime(local, timeZone);
  };

  const today = toZonedTime(now, firmZone);

  /** Returns the day that is so many workdays after the first one from today on. */
  const workday = (count: number) => {
    let day = today;
    while (isWeekend(day)) day = addDays(day, 1);
    for (let left = Math.abs(count); left > 0; left -= isWeekend(day) ? 0 : 1)
      day = addDays(day, Math.sign(count));
    return day;
  };

  return {
    now,
    /** Returns the instant of `25m`, `9h` or `12d 10:05` ago. */
    ago: (text: string): Date => {
      const [, count = "", unit, time = ""] = /^(\d+)([mhd]) ?(.*)$/.exec(text) ?? [];
      if (unit === "m" || unit === "h") return new Date(now.getTime() - Number(count) * UNITS[unit]);
      return dayAt(addDays(today, -Number(count)), time, firmZone);
    },
    /** Returns the date of a workday, as `YYYY-MM-DD`. */
    workdayDate: (count: number) => {
      const day = workday(count);
      return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
        .map((part) => String(part).padStart(2, "0"))
        .join("-");
    },
    onWorkday: (count: number, time: string, timeZone: string = firmZone) =>
      dayAt(workday(count), time, timeZone),
    /** Returns the first instant from this one on at which somebody of the firm works. */
    atWork: (instant: Date): Date => {
      let next = instant;
      while (!isAtWork(toZonedTime(next, firmZone))) next = new Date(next.getTime() + millisecondsInHour);
      return next;
    },
  };
};

export type DemoDates = ReturnType<typeof demoDates>;
