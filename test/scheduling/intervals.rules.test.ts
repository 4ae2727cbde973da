import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  contains,
  type Interval,
  intersect,
  merge,
  overlaps,
  subtract,
} from "../../shared/scheduling/intervals.rules.ts";
import { checkProperty } from "../support/check-property.ts";

type Pair = readonly [start: number, end: number];

const intervals = (...pairs: Pair[]): Interval[] => pairs.map(([start, end]) => ({ start, end }));

describe("merge", () => {
  it.each<[string, Pair[], Pair[]]>([
    ["nothing", [], []],
    [
      "separate and unsorted",
      [
        [5, 6],
        [1, 2],
      ],
      [
        [1, 2],
        [5, 6],
      ],
    ],
    [
      "touching",
      [
        [2, 3],
        [1, 2],
      ],
      [[1, 3]],
    ],
    [
      "overlapping",
      [
        [1, 4],
        [3, 6],
      ],
      [[1, 6]],
    ],
    [
      "one inside another",
      [
        [1, 9],
        [3, 4],
      ],
      [[1, 9]],
    ],
    [
      "one instant apart",
      [
        [1, 3],
        [4, 5],
      ],
      [
        [1, 3],
        [4, 5],
      ],
    ],
    [
      "empty and backward ones",
      [
        [2, 2],
        [5, 3],
      ],
      [],
    ],
    [
      "NaN bounds",
      [
        [Number.NaN, 3],
        [1, Number.NaN],
      ],
      [],
    ],
  ])("%s", (_, input, expected) => {
    expect(merge(intervals(...input))).toEqual(intervals(...expected));
  });

  it("does not change its input", () => {
    const input = Object.freeze(intervals([5, 6], [1, 2], [2, 3]).map((interval) => Object.freeze(interval)));
    expect(merge(input)).toEqual(intervals([1, 3], [5, 6]));
    expect(input).toEqual(intervals([5, 6], [1, 2], [2, 3]));
  });
});

describe("subtract", () => {
  it.each<[string, Pair[], Pair[], Pair[]]>([
    ["from nothing", [], [[1, 2]], []],
    ["nothing", [[1, 5]], [], [[1, 5]]],
    [
      "the middle",
      [[1, 9]],
      [[3, 4]],
      [
        [1, 3],
        [4, 9],
      ],
    ],
    [
      "an edge each side",
      [[1, 9]],
      [
        [0, 2],
        [8, 12],
      ],
      [[2, 8]],
    ],
    ["all of it", [[1, 9]], [[0, 10]], []],
    [
      "what it only touches",
      [[1, 9]],
      [
        [9, 10],
        [0, 1],
      ],
      [[1, 9]],
    ],
    ["an empty interval", [[1, 9]], [[4, 4]], [[1, 9]]],
  ])("%s", (_, from, removed, expected) => {
    expect(subtract(intervals(...from), intervals(...removed))).toEqual(intervals(...expected));
  });
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
        expect([merge(left), both, rest].every(isNormal)).toBe(true);
      }),
      300,
    );
  });
});
