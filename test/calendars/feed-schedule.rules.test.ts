import { expect, it } from "@jest/globals";
import { newFeed } from "../../shared/calendars/feed.rules.ts";
import { nextReading, nextTry, readingEnded } from "../../shared/calendars/feed-schedule.rules.ts";
import { NEW_ID, NOW_MILLISECONDS } from "../support/decisions.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const nowMilliseconds = NOW_MILLISECONDS;
const feed = newFeed(
  { url: "https://calendar.example.com/secret", name: "" },
  { id: NEW_ID, attorneyId: NEW_ID, nowMilliseconds },
);

it("a feed is due every ten minutes, a minute earlier or later", () => {
  const minutes = (random: number) => (nextReading({ nowMilliseconds, random }) - nowMilliseconds) / MINUTE;
  expect([minutes(0), minutes(0.5), minutes(1)]).toEqual([9, 10, 11]);
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
  const taken = { ...feed, dueAtMilliseconds: nextReading(moment) };
  const ended = { isBeingRead: false, lastFetchedAtMilliseconds: nowMilliseconds };
  expect(readingEnded(taken, moment)).toEqual(ended);
  expect(readingEnded({ ...taken, failures: 3 }, moment)).toMatchObject({ failures: 0, lastError: null });
});
