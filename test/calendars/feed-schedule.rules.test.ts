import { expect, it } from "@jest/globals";
import { newFeed } from "../../shared/calendars/feed.rules.ts";
import {
  nextTry,
  readingBegun,
  readingEnded,
  writingDue,
} from "../../shared/calendars/feed-schedule.rules.ts";
import { NEW_ID, NOW_MILLISECONDS } from "../support/decisions.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const nowMilliseconds = NOW_MILLISECONDS;
const feed = newFeed(
  { url: "https://calendar.example.com/secret", name: "" },
  { id: NEW_ID, attorneyId: NEW_ID, nowMilliseconds },
);

/** Returns a feed whose calendar has last changed so long ago, and the minutes until it is due after a reading. */
const changedBefore = (minutes: number) => ({
  ...feed,
  readAtMilliseconds: nowMilliseconds - minutes * MINUTE,
});
const minutesUntil = ({ dueAtMilliseconds = 0 }: { dueAtMilliseconds?: number | undefined }) =>
  (dueAtMilliseconds - nowMilliseconds) / MINUTE;

it.each([
  ["that was never read", feed, [9, 10, 11]],
  ["that changed just now", changedBefore(0), [9, 10, 11]],
  ["that changed an hour ago", changedBefore(60), [9, 10, 11]],
  ["that changed two hours ago", changedBefore(120), [18, 20, 22]],
  ["that has not changed for hours", changedBefore(1_000), [23.4, 26, 28.6]],
])(
  "a calendar %s is read again within ten to thirty minutes, some earlier than others",
  (_, given, minutes) => {
    const begun = [0, 0.5, 1].map((random) => readingBegun(given, { nowMilliseconds, random }));
    expect(begun.map(minutesUntil)).toEqual(minutes);
  },
);

it("a feed is due within ten minutes from the moment at which its writing begins", () => {
  const due = (minutes: number) =>
    writingDue({ dueAtMilliseconds: nowMilliseconds + minutes * MINUTE }, nowMilliseconds);
  expect([due(25), due(3)]).toEqual([nowMilliseconds + 10 * MINUTE, nowMilliseconds + 3 * MINUTE]);
});

it("a reading that finds a change is followed by another one in ten minutes", () => {
  const moment = { nowMilliseconds, random: 0.5 };
  const rare = { ...changedBefore(1_000), ...readingBegun(changedBefore(1_000), moment) };
  expect(readingEnded({ ...rare, readAtMilliseconds: nowMilliseconds }, moment)).toMatchObject({
    dueAtMilliseconds: nowMilliseconds + 10 * MINUTE,
  });
  expect(readingEnded(rare, moment)).not.toHaveProperty("dueAtMilliseconds");
});

it("a reading that did not end counts as a failure, whenever the calendar has changed", () => {
  const begun = readingBegun(
    { ...changedBefore(1_000), isBeingRead: true },
    { nowMilliseconds, random: 0.5 },
  );
  expect([begun.failures, minutesUntil(begun)]).toEqual([1, 20]);
});

it("the time doubles after each failure, to at most six hours, and follows Retry-After for at most a day", () => {
  const hours = (failures: number, retryAfter = 0) =>
    (nextTry(failures, retryAfter, { nowMilliseconds, random: 0.5 }) - nowMilliseconds) / HOUR;
  expect([hours(1), hours(2), hours(6), hours(100)]).toEqual([1 / 6, 1 / 3, 16 / 3, 6]);
  expect([hours(1, 2 * HOUR), hours(1, 30 * DAY), hours(7, MINUTE)]).toEqual([2, 24, 6]);
  expect(nextTry(9, 0, { nowMilliseconds, random: 1 }) - nowMilliseconds).toBe(6 * HOUR);
});

it("the time begins again after the first reading, which the request itself queued", () => {
  const moment = { nowMilliseconds, random: 0.5 };
  expect(readingEnded(feed, moment)).toMatchObject({ dueAtMilliseconds: nowMilliseconds + 10 * MINUTE });
  const taken = { ...feed, ...readingBegun(feed, moment) };
  const ended = { isBeingRead: false, lastFetchedAtMilliseconds: nowMilliseconds };
  expect(readingEnded(taken, moment)).toEqual(ended);
  expect(readingEnded({ ...taken, failures: 3 }, moment)).toMatchObject({ failures: 0, lastError: null });
});
