import type { Violation } from "../api/schema/violations.ts";
import { type Interval, intersect } from "./intervals.rules.ts";

/** A weekly window on the attorney's clock; weekday 1 is Monday, times are "HH:MM", an end may be "24:00". */
export type OfficeHoursWindow = { readonly weekday: number; readonly start: string; readonly end: string };

/** Validates a week of windows; `field` is its name in the request. Windows may touch. */
export function officeHoursViolations(
  windows: readonly OfficeHoursWindow[],
  field = "office_hours",
): Violation[] {
  return windows.flatMap((window, index) => [
    ...windowViolations(window, `${field}[${index}]`),
    ...windows.flatMap((other, otherIndex) =>
      otherIndex < index && windowsOverlap(other, window)
        ? [{ field: `${field}[${index}]`, message: `must not overlap ${field}[${otherIndex}]` }]
        : [],
    ),
  ]);
}

function windowViolations({ weekday, start, end }: OfficeHoursWindow, field: string): Violation[] {
  const violations: Violation[] = [];
  if (!Number.isInteger(weekday) || weekday < 1 || weekday > 7) {
    violations.push({ field: `${field}.weekday`, message: "must be a whole number from 1 (Monday) to 7" });
  }
  if (Number.isNaN(startMinute(start))) {
    violations.push({ field: `${field}.start`, message: 'must be a time such as "09:00"' });
  }
  if (Number.isNaN(endMinute(end))) {
    violations.push({ field: `${field}.end`, message: 'must be a time such as "17:00", or "24:00"' });
  }
  if (endMinute(end) <= startMinute(start)) {
    violations.push({ field: `${field}.end`, message: "must be after start" });
  }
  return violations;
}

function windowsOverlap(left: OfficeHoursWindow, right: OfficeHoursWindow): boolean {
  return left.weekday === right.weekday && intersect([minutesOf(left)], [minutesOf(right)]).length > 0;
}

/** The window in minutes since midnight; empty if a time is malformed. */
export function minutesOf({ start, end }: OfficeHoursWindow): Interval {
  return { start: startMinute(start), end: endMinute(end) };
}

/** Minutes since midnight; NaN, which no interval contains, if malformed. */
function startMinute(time: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
  return Number(hours) * 60 + Number(minutes);
}

function endMinute(time: string): number {
  return time === "24:00" ? 24 * 60 : startMinute(time);
}
