import { describe, expect, it } from "@jest/globals";
import {
  nextAttemptMilliseconds,
  RETRY_STEPS_MILLISECONDS,
} from "../../shared/webhooks/webhook-retry-schedule.rules.ts";

const NOW = Date.UTC(2026, 10, 20, 12);
const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const wait = (
  attemptCount: number,
  random = 0.5,
  response: { status: number | null; retryAfter?: string } = { status: 500 },
) => {
  const next = nextAttemptMilliseconds(attemptCount, response, { nowMilliseconds: NOW, random });
  return next === null ? null : next - NOW;
};

describe("the wait before the next attempt", () => {
  it.each([
    [1, 5 * SECOND],
    [2, 5 * MINUTE],
    [3, 30 * MINUTE],
    [4, 2 * HOUR],
    [5, 5 * HOUR],
    [6, 10 * HOUR],
    [7, 14 * HOUR],
    [8, 20 * HOUR],
    [9, 24 * HOUR],
  ])("after attempt %i is %i ms, plus or minus a fifth", (attemptCount, step) => {
    expect([0, 0.5, 1].map((random) => wait(attemptCount, random))).toEqual([step * 0.8, step, step * 1.2]);
  });

  it("totals 75 hours over ten attempts, without an eleventh", () => {
    const sum = RETRY_STEPS_MILLISECONDS.reduce<number>((total, step) => total + step, 0);
    expect(Math.floor(sum / HOUR)).toBe(75);
    expect([wait(9), wait(10), wait(11)]).toEqual([24 * HOUR, null, null]);
  });

  const date = (milliseconds: number) => new Date(NOW + milliseconds).toUTCString();

  it.each([
    ["seconds within twice the step", 429, "8", 8 * SECOND],
    ["seconds beyond it", 503, "3600", 10 * SECOND],
    ["seconds of ten digits", 503, "9999999999", 10 * SECOND],
    ["seconds beyond any number", 503, "9".repeat(400), 10 * SECOND],
    ["seconds with a fraction, which is no valid value", 429, "8.5", 5 * SECOND],
    ["a fraction that JavaScript takes for a date", 429, "9999.5", 5 * SECOND],
    ["sooner than the step", 429, "1", 5 * SECOND],
    ["zero seconds", 429, "0", 5 * SECOND],
    ["a date within twice the step", 503, date(9_000), 9 * SECOND],
    ["a date beyond it", 503, date(HOUR), 10 * SECOND],
    ["a past date", 503, date(-HOUR), 5 * SECOND],
    ["nonsense", 429, "soon", 5 * SECOND],
    ["a negative number", 429, "-8", 5 * SECOND],
    ["a status that does not use it", 500, "8", 5 * SECOND],
    ["no header", 429, undefined, 5 * SECOND],
  ])("with Retry-After of %s", (_, status, retryAfter, expected) => {
    expect(wait(1, 0.5, { status, ...(retryAfter !== undefined && { retryAfter }) })).toBe(expected);
  });
});
