import type { Violation } from "../api/schema/violations.ts";
import { type Interval, overlaps } from "./intervals.rules.ts";

/** A weekly window on the attorney's clock; weekday 1 is Monday, times are "HH:MM", an end may be "24:00". */
export type OfficeHoursWindow = { readonly weekday: number; readonly start: string; readonly end: string };

/** Names windows of a week that overlap; they may touch. */
export function officeHoursViolations(windows: readonly OfficeHoursWindow[]): Violation[] {
  return windows.flatMap((window, index) =>
    windows.slice(0, index).flatMap((earlier, earlierIndex) =>
      earlier.weekday === window.weekday && overlaps(minutesOf(earlier), minutesOf(window))
        ? [
            {
              field: `office_hours[${index}]`,
              message: `must not overlap office_hours[${earlierIndex}]`,
            },
          ]
        : [],
    ),
  );
}

/** The window in minutes since midnight. */
export function minutesOf({ start, end }: OfficeHoursWindow): Interval {
  return { start: minuteOf(start), end: minuteOf(end) };
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
