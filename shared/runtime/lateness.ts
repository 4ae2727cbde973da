import { log } from "./log.ts";

const NEVER = Number.POSITIVE_INFINITY;

/** Seconds for which the due work of each sweep may wait before firms suffer. */
const LATE_SECONDS = {
  deliveries: 10 * 60,
  reminders: 2 * 60,
  feeds: 30 * 60,
  stages: NEVER,
  links: NEVER,
  calendars: NEVER,
};

export type DueWork = keyof typeof LATE_SECONDS;

/** Returns whether due work has waited too long, and logs it. */
export const isLate = (work: DueWork, seconds: number): boolean => {
  if (seconds <= LATE_SECONDS[work]) return false;
  log("warn", "work_late", { work, seconds: Math.round(seconds) });
  return true;
};
