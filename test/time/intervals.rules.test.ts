import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  contains,
  type Interval,
  instantsWithin,
  intersect,
  merge,
  overlaps,
  subtract,
  utcDates,
} from "../../shared/time/intervals.rules.ts";
import { checkProperty } from "../support/check-property.ts";

type Pair = readonly [start: number, end: number];

const intervals = (...pairs: Pair[]): Interval[] => pairs.map(([start, end]) => ({ start, end }));

describe("merge", () => {
  it("leaves out what is empty, backward or no interval", () => {
    expect(merge(intervals([2, 2], [5, 3], [Number.NaN, 3], [1, Number.NaN]))).toEqual([]);
  });

  it("joins what overlaps or touches, without a change of its input", () => {
    const input = Object.freeze(intervals([5, 6], [1, 2], [2, 3]).map((interval) => Object.freeze(interval)));
    expect(merge(input)).toEqual(intervals([1, 3], [5, 6]));
    expect(input).toEqual(intervals([5, 6], [1, 2], [2, 3]));
  });
});

it("subtract leaves what it only touches", () => {
  expect(subtract(intervals([1, 9]), intervals([9, 10], [3, 4], [0, 1]))).toEqual(intervals([1, 3], [4, 9]));
});

describe("contains and overlaps", () => {
  it.each<[Pair, Pair, boolean, boolean]>([
    [[1, 5], [1, 5], true, true],
    [[1, 5], [2, 4], true, true],
    [[1, 5], [0, 2], false, true],
    [[1, 5], [4, 6], false, true],
    [[1, 5], [5, 6], false, false],
    [[1, 5], [0, 1], false, false],
    [[1, 5], [3, 3], true, false],
  ])("%j and %j", (outer, inner, isContained, isOverlapping) => {
    const [left, right] = intervals(outer, inner);
    expect(left && right && contains(left, right)).toBe(isContained);
    expect(left && right && overlaps(left, right)).toBe(isOverlapping);
    expect(left && right && overlaps(right, left)).toBe(isOverlapping);
  });
});

describe("interval operations", () => {
  const someIntervals = fc.array(
    fc.tuple(fc.nat(30), fc.nat(8)).map(([start, length]) => ({ start, end: start + length })),
    { maxLength: 8 },
  );
  const instants = Array.from({ length: 45 }, (_, instant) => instant);
  const holds = (list: Interval[], at: number) => list.some(({ start, end }) => start <= at && at < end);
  const members = (list: Interval[]) => instants.filter((at) => holds(list, at));
  const isNormal = (list: Interval[]) =>
    list.every(({ start, end }, index) => start < end && start > (list[index - 1]?.end ?? -1));

  it("match the operations on sets of instants, and return sorted, disjoint intervals", async () => {
    await checkProperty(
      fc.property(someIntervals, someIntervals, (left, right) => {
        const both = intersect(left, right);
        const rest = subtract(left, right);
        expect(members(merge(left))).toEqual(members(left));
        expect(members(both)).toEqual(members(left).filter((at) => holds(right, at)));
        expect(members(rest)).toEqual(members(left).filter((at) => !holds(right, at)));
        expect(instantsWithin(members(left), right)).toEqual(members(both));
        expect([merge(left), both, rest].every(isNormal)).toBe(true);
      }),
      300,
    );
  });
});

describe("the UTC dates of an interval", () => {
  it.each<[string, string, string[]]>([
    ["2027-03-03T10:00:00Z", "2027-03-03T11:00:00Z", ["2027-03-03"]],
    ["2027-03-03T00:00:00Z", "2027-03-04T00:00:00Z", ["2027-03-03"]],
    ["2027-03-03T23:00:00Z", "2027-03-04T00:00:00Z", ["2027-03-03"]],
    ["2027-03-03T23:00:00Z", "2027-03-04T00:00:00.001Z", ["2027-03-03", "2027-03-04"]],
    ["2027-03-03T00:00:00.001Z", "2027-03-04T00:00:00.001Z", ["2027-03-03", "2027-03-04"]],
    ["2027-12-31T23:59:59.999Z", "2028-01-02T00:00:00Z", ["2027-12-31", "2028-01-01"]],
    ["2028-02-28T12:00:00Z", "2028-03-01T12:00:00Z", ["2028-02-28", "2028-02-29", "2028-03-01"]],
  ])("from %s to %s", (start, end, dates) => {
    expect(utcDates({ start: Date.parse(start), end: Date.parse(end) })).toEqual(dates);
  });
});
