import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from "date-fns/constants";
import type { Feed } from "./feed.rules.ts";

const INTERVAL_MILLISECONDS = 10 * millisecondsInMinute;
/** With the jitter, and the minute until the sweep comes, at most half an hour. */
const INTERVAL_MAXIMUM_MILLISECONDS = 26 * millisecondsInMinute;
/** A calendar is read again after this part of the time since it has changed. */
const PART_OF_TIME_UNCHANGED = 1 / 6;
const BACK_OFF_MAXIMUM_MILLISECONDS = 6 * millisecondsInHour;
const RETRY_AFTER_MAXIMUM_MILLISECONDS = millisecondsInDay;
const JITTER = 0.1;

type Moment = { readonly nowMilliseconds: number /** From 0 to 1. */; readonly random: number };

const jittered = (milliseconds: number, random: number) =>
  Math.round(milliseconds * (1 - JITTER + 2 * JITTER * random));

type Written = Pick<Feed, "readAtMilliseconds">;

/** Returns the time between two readings: the longer the calendar has not changed, the more. */
export const readingInterval = ({ readAtMilliseconds }: Written, nowMilliseconds: number) => {
  const wanted = (nowMilliseconds - readAtMilliseconds) * PART_OF_TIME_UNCHANGED;
  if (readAtMilliseconds === 0 || wanted < INTERVAL_MILLISECONDS) return INTERVAL_MILLISECONDS;
  return Math.min(wanted, INTERVAL_MAXIMUM_MILLISECONDS);
};

/** Returns the time of the next reading, spread so that feeds do not gather. */
const nextReading = (interval: number, { nowMilliseconds, random }: Moment) =>
  nowMilliseconds + jittered(interval, random);

const NOT_ENDED = "The last reading of the calendar did not end. Intake tries again.";

type Course = Written & Pick<Feed, "failures" | "isBeingRead">;

/**
 * Returns what changes when a feed is taken for a reading. It is due again as if the calendar has not changed, or after
 * failures as if the reading failed too: mostly its end need not write that. The last reading is a failure if it has not
 * ended by now.
 */
export const readingBegun = (feed: Course, moment: Moment): Partial<Feed> => {
  const failures = feed.failures + (feed.isBeingRead ? 1 : 0);
  return {
    isBeingRead: true,
    ...(feed.isBeingRead && { failures, lastError: NOT_ENDED }),
    dueAtMilliseconds:
      failures > 0
        ? nextTry(failures + 1, 0, moment)
        : nextReading(readingInterval(feed, moment.nowMilliseconds), moment),
  };
};

/** Returns when a feed is due whose calendar has changed. If the writing does not end, its days are partly old until then. */
export const writingDue = ({ dueAtMilliseconds }: Pick<Feed, "dueAtMilliseconds">, nowMilliseconds: number) =>
  Math.min(dueAtMilliseconds, nowMilliseconds + INTERVAL_MILLISECONDS);

/** Returns what changes with a successful reading, after which the feed is as given. */
export const readingEnded = (
  { failures, dueAtMilliseconds, ...feed }: Written & Pick<Feed, "failures" | "dueAtMilliseconds">,
  moment: Moment,
): Partial<Feed> => {
  const interval = readingInterval(feed, moment.nowMilliseconds);
  const wait = dueAtMilliseconds - moment.nowMilliseconds;
  const isDue = failures === 0 && wait >= interval / 2 && wait <= interval * (1 + JITTER);
  return {
    isBeingRead: false,
    lastFetchedAtMilliseconds: moment.nowMilliseconds,
    ...(failures > 0 && { failures: 0, lastError: null }),
    ...(!isDue && { dueAtMilliseconds: nextReading(interval, moment) }),
  };
};

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
  dueAtMilliseconds: nextReading(INTERVAL_MILLISECONDS, moment),
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
