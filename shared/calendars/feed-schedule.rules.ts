import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { Feed } from "./feed.rules.ts";

const INTERVAL_MILLISECONDS = 10 * millisecondsInMinute;
const BACK_OFF_MAXIMUM_MILLISECONDS = 6 * millisecondsInHour;
const RETRY_AFTER_MAXIMUM_MILLISECONDS = millisecondsInDay;
const JITTER = 0.1;

type Moment = { readonly nowMilliseconds: number /** From 0 to 1. */; readonly random: number };

const jittered = (milliseconds: number, random: number) =>
  Math.round(milliseconds * (1 - JITTER + 2 * JITTER * random));

/** Returns the time of the next reading, spread so that feeds do not gather. */
export const nextReading = ({ nowMilliseconds, random }: Moment) =>
  nowMilliseconds + jittered(INTERVAL_MILLISECONDS, random);

/** A reading is not due again so soon after a success. */
const SOON_MILLISECONDS = INTERVAL_MILLISECONDS / 2;

const NOT_ENDED = "The last reading of the calendar did not end. Intake tries again.";

type Course = Pick<Feed, "failures" | "isBeingRead">;

/**
 * Returns what changes when a feed is taken for a reading. It is due again as if the reading failed. The last reading is
 * a failure if it has not ended by now.
 */
export const readingBegun = (feed: Course, moment: Moment): Partial<Feed> => {
  const failures = feed.failures + (feed.isBeingRead ? 1 : 0);
  return {
    isBeingRead: true,
    ...(feed.isBeingRead && { failures, lastError: NOT_ENDED }),
    dueAtMilliseconds: nextTry(failures + 1, 0, moment),
  };
};

/** Returns what changes with a successful reading. Its next one is mostly due already, since it was taken. */
export const readingEnded = (
  { failures, dueAtMilliseconds }: Pick<Feed, "failures" | "dueAtMilliseconds">,
  moment: Moment,
): Partial<Feed> => ({
  isBeingRead: false,
  lastFetchedAtMilliseconds: moment.nowMilliseconds,
  ...(failures > 0 && { failures: 0, lastError: null }),
  ...((failures > 0 || dueAtMilliseconds < moment.nowMilliseconds + SOON_MILLISECONDS) && {
    dueAtMilliseconds: nextReading(moment),
  }),
});

/** Returns what changes with a reading that failed. */
export const readingFailed = (
  feed: Pick<Feed, "failures">,
  retryAfterMilliseconds: number,
  moment: Moment,
): Partial<Feed> => {
  const failures = feed.failures + 1;
  return {
    isBeingRead: false,
    failures,
    dueAtMilliseconds: nextTry(failures, retryAfterMilliseconds, moment),
  };
};

/** Returns what changes when a feed was taken but is not to be read. */
export const readingOmitted = (moment: Moment): Partial<Feed> => ({
  isBeingRead: false,
  dueAtMilliseconds: nextReading(moment),
});

/** Returns the time of the next try after a number of failures in a row. `Retry-After` can only delay it. */
export const nextTry = (
  failures: number,
  retryAfterMilliseconds: number,
  { nowMilliseconds, random }: Moment,
): number => {
  const step = jittered(INTERVAL_MILLISECONDS * 2 ** (failures - 1), random);
  const requested = Math.min(retryAfterMilliseconds, RETRY_AFTER_MAXIMUM_MILLISECONDS);
  return nowMilliseconds + Math.max(Math.min(step, BACK_OFF_MAXIMUM_MILLISECONDS), requested);
};
