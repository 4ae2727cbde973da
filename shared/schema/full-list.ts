import { LIMITS } from "./limits.ts";
import type { Violation } from "./violations.ts";

/** The lists of records that are limited: what they hold, and how many. */
export const LIMITED_LISTS = {
  members: ["members of a firm", LIMITS.members],
  keys: ["keys of a firm", LIMITS.keys],
  webhooks: ["webhooks of a firm", LIMITS.webhooks],
  calendar_links: ["calendar links of a member", LIMITS.calendarLinks],
  feeds: ["feeds of a member", LIMITS.feeds],
  calendars: ["pushed calendars of an attorney", LIMITS.busyCalendars],
  holds: ["live holds of an attorney", LIMITS.liveHolds],
} as const;

/** Returns the violation of a record for which its list has no room. */
export const fullList = (list: keyof typeof LIMITED_LISTS): Violation => {
  const [words, maximum] = LIMITED_LISTS[list];
  return { field: list, message: `must be at most ${maximum} ${words}` };
};
