import { expect, it } from "@jest/globals";
import * as z from "zod/mini";
import { instantInput, rangeChecks, rangeQuery, sentInstant } from "../../shared/schema/time.ts";

it.each<[string, string | null]>([
  ["2027-03-03T10:00:00Z", "2027-03-03T10:00:00.000Z"],
  ["2027-03-03T10:00:00.5Z", "2027-03-03T10:00:00.500Z"],
  ["2027-03-03T10:00:00.123456Z", "2027-03-03T10:00:00.123Z"],
  ["2027-03-03T00:30:00+01:00", "2027-03-02T23:30:00.000Z"],
  ["2027-03-03T10:00:00-00:00", "2027-03-03T10:00:00.000Z"],
  ["2028-02-29T10:00:00Z", "2028-02-29T10:00:00.000Z"],
  ["2027-02-29T10:00:00Z", null],
  ["2027-03-03T10:00:00", null],
  ["2027-03-03T10:00Z", "2027-03-03T10:00:00.000Z"],
  ["2027-03-03T10:00+01:30", "2027-03-03T08:30:00.000Z"],
  ["2027-03-03T10:00", null],
  ["2027-03-03T10Z", null],
  ["2027-02-29T10:00Z", null],
  ["2027-03-03T24:00Z", null],
  ["2027-03-03T10:00Z\n", null],
  ["2027-03-03", null],
  ["2027-03-03 10:00:00Z", null],
  ["2027-03-03T25:00:00Z", null],
  ["1969-12-31T23:59:59Z", null],
  ["9999-01-01T00:00:00Z", null],
  ["9998-12-31T23:59:59Z", "9998-12-31T23:59:59.000Z"],
  ["", null],
])("instantInput parses %j as %j", (text, expected) => {
  expect(instantInput().safeParse(text).data ?? null).toBe(expected);
});

it.each<[string, string, string, boolean]>([
  ["of 31 times 24 hours", "2026-10-01T00:00:00Z", "2026-11-01T00:00:00Z", true],
  ["a millisecond longer", "2026-10-01T00:00:00Z", "2026-11-01T00:00:00.001Z", false],
  ["of 31 dates with one of 25 hours", "2026-10-01T00:00:00+02:00", "2026-11-01T00:00:00+01:00", true],
  ["a millisecond longer than that", "2026-10-01T00:00+02:00", "2026-11-01T00:00:00.001+01:00", false],
  [
    "of 31 times 24 hours on a clock that goes forward",
    "2027-03-10T00:00+01:00",
    "2027-04-10T01:00+02:00",
    true,
  ],
  ["of nothing", "2027-03-10T00:00:00+01:00", "2027-03-09T23:00:00Z", false],
])("a range %s, from %s to %s, is accepted: %j", (_, from, to, isAccepted) => {
  const range = z.object(rangeQuery()).check(...rangeChecks(31));
  expect(range.safeParse({ from, to }).success).toBe(isAccepted);
});

it.each([
  ["2026-11-02T15:00:00Z", "2026-11-02T15:00:00.000Z"],
  ["2026-11-02T15:00:00+0000", "2026-11-02T15:00:00.000Z"],
  ["2026-11-02T15:00:00.1234-05:00", "2026-11-02T20:00:00.123Z"],
  [" 2026-11-02 15:00:00 -0530 ", "2026-11-02T20:30:00.000Z"],
  ["2026-11-02 15:00+01", "2026-11-02T14:00:00.000Z"],
  ["2026-11-02 15:00:00 UTC", "2026-11-02T15:00:00.000Z"],
  ["2026-11-02t15:00:00z", "2026-11-02T15:00:00.000Z"],
  ["1793631600", "2026-11-02T15:00:00.000Z"],
  ["1793631600.5", "2026-11-02T15:00:00.500Z"],
  ["1793631600123", "2026-11-02T15:00:00.123Z"],
  ["2026-11-02T15:00:00", null],
  ["2026-02-30T15:00:00Z", null],
  ["2026-11-02", null],
  ["11/02/2026 3:00 PM", null],
  ["yesterday", null],
  ["9".repeat(15), null],
  ["", null],
])("reads a sender's %j as %j", (text, expected) => {
  expect(sentInstant(text)).toBe(expected);
});
