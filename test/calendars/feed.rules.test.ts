import { describe, expect, it } from "@jest/globals";
import {
  feedCalendar,
  feedWindow,
  halvesOf,
  isOutdated,
  isTrusted,
  meaningOf,
  newFeed,
  newFeedViolations,
  readingContext,
  storableTimes,
  withFeed,
  writtenWindows,
} from "../../shared/calendars/feed.rules.ts";
import { NEW_ID, NOW_MILLISECONDS } from "../support/decisions.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const nowMilliseconds = NOW_MILLISECONDS;
const feed = newFeed(
  { url: "https://calendar.example.com/secret", name: "" },
  { id: NEW_ID, attorneyId: NEW_ID, nowMilliseconds },
);
const window = feedWindow(nowMilliseconds);
/** Returns a time on the first day of the window, in minutes. */
const time = (from: number, to: number, uid?: string) => ({
  start: window.start + from * MINUTE,
  end: window.start + to * MINUTE,
  ...(uid && { uid }),
});

it.each<[string, string, number, string[]]>([
  ["a public address", "https://93.184.216.34/a.ics", 2, []],
  ["a public address without TLS", "http://93.184.216.34/a.ics", 2, ["url"]],
  ["a private address", "https://10.0.0.1/a.ics", 2, ["url"]],
  ["a private address of a calendar program", "webcal://127.0.0.1/a.ics", 2, ["url"]],
  ["a fourth one", "https://93.184.216.34/a.ics", 3, ["feeds"]],
])("a new feed of %s, %s, beside five calendars of pushes and %i feeds", (_, url, count, fields) => {
  const pushed = { asOf: "2055-03-02T11:00:00.000Z", staleAt: null, lastError: null };
  const calendars = Object.fromEntries([
    ...["a", "b", "c", "d", "e"].map((name) => [name, pushed]),
    ...Array.from({ length: count }, (_, index) => [`${index}`, feedCalendar(nowMilliseconds)]),
  ]);
  const violations = newFeedViolations({ version: 1, calendars }, url, "public");
  expect(violations.map(({ field }) => field)).toEqual(fields);
});

it("a feed's entry shows its last reading, and keeps the instant from which it is stale", () => {
  const entry = feedCalendar(nowMilliseconds);
  const read = {
    ...feed,
    lastFetchedAtMilliseconds: nowMilliseconds + 30 * MINUTE,
    lastError: "It is gone.",
  };
  expect(withFeed(entry, read)).toEqual({
    ...entry,
    asOf: "2055-03-02T12:30:00.000Z",
    lastError: "It is gone.",
  });
  expect(withFeed(entry, feed)).toEqual({ ...entry, lastError: feed.lastError });
});

it("a feed is stale after a day without a success, or up to an hour later", () => {
  const { staleAt } = feedCalendar(nowMilliseconds);
  expect((Date.parse(staleAt ?? "") - nowMilliseconds) / HOUR).toBe(25);
  const outdated = (milliseconds: number) =>
    isOutdated(feedCalendar(nowMilliseconds), nowMilliseconds + milliseconds);
  expect([outdated(HOUR - 1), outdated(HOUR)]).toEqual([false, true]);
});

describe("the last reading", () => {
  const context = readingContext({ timeZone: "UTC", email: "" });
  const trusted = (changes: object, later = 0) =>
    isTrusted(
      { ...feed, context, readAtMilliseconds: nowMilliseconds, ...changes },
      { context, nowMilliseconds: nowMilliseconds + later },
    );

  it("counts for less than 20 hours", () => {
    expect([trusted({}), trusted({}, 20 * HOUR - 1), trusted({}, 20 * HOUR)]).toEqual([true, true, false]);
  });

  it("does not count when it did not end, nor for another zone or email", () => {
    expect(trusted({ readAtMilliseconds: 0 })).toBe(false);
    expect(trusted({ context: readingContext({ timeZone: "Europe/Rome", email: "" }) })).toBe(false);
    expect(trusted({ context: readingContext({ timeZone: "UTC", email: "a@example.com" }) })).toBe(false);
  });

  it("means the same in any order and with any UIDs of others, and another thing with other times or days", () => {
    const one = [time(0, 10, "a"), time(20, 30, "b")];
    const other = [time(20, 30, "c"), time(0, 10, "d")];
    expect(meaningOf(one, window)).toBe(meaningOf(other, window));
    expect(meaningOf(one, window)).not.toBe(meaningOf([time(0, 10), time(20, 31)], window));
    expect(meaningOf(one, window)).not.toBe(meaningOf(one, feedWindow(nowMilliseconds + DAY)));
    const own = [time(0, 10, `${NEW_ID}@intake`), time(20, 30, "b")];
    expect(meaningOf(one, window)).not.toBe(meaningOf(own, window));
  });
});

describe("the windows of a reading", () => {
  it("cover 180 days from today, at most 31 in each", () => {
    const windows = writtenWindows(window);
    expect(windows).toHaveLength(6);
    expect(windows.map(({ start, end }) => (end - start) / DAY)).toEqual([31, 31, 31, 31, 31, 25]);
    expect([windows[0]?.start, windows.at(-1)?.end]).toEqual([window.start, window.start + 180 * DAY]);
  });

  it("are halved between dates, down to a date and then within it", () => {
    const [first, second] = halvesOf({ start: window.start, end: window.start + 31 * DAY });
    expect([first, second].map((half) => half && (half.end - half.start) / DAY)).toEqual([16, 15]);
    expect(first?.end).toBe(second?.start);
    const halves = halvesOf({ start: window.start, end: window.start + DAY });
    expect(halves.map(({ start, end }) => (end - start) / HOUR)).toEqual([12, 12]);
  });
});

describe("the times of a date", () => {
  const many = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => time(20 * index, 20 * index + length));

  it("are stored as they are, up to 50", () => {
    expect(storableTimes(many(50, 25), window)).toHaveLength(50);
  });

  it("are joined where more overlap, and refused where they do not", () => {
    expect(storableTimes(many(51, 25), window)).toEqual([time(0, 20 * 50 + 25)]);
    expect(storableTimes(many(51, 15), window)).toBeNull();
  });

  it("stay as they are on all other dates", () => {
    const others = [time(1_500, 1_530), time(1_510, 1_540), time(1_540, 1_600)];
    expect(storableTimes([...others, ...many(51, 25)], window)).toEqual([...others, time(0, 20 * 50 + 25)]);
  });
});
