import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { ringOf } from "../../shared/routing/ring.rules.ts";
import { memberAt, withRings } from "../../shared/routing/rule-rings.rules.ts";
import { checkProperty } from "../support/check-property.ts";
import { newRule } from "../support/routing.ts";

/** Returns how far the member who is furthest from their share is off, at the worst place of two rounds. */
const worstDeviation = (weights: readonly number[]) => {
  const ring = ringOf(weights);
  const taken = weights.map(() => 0);
  const deviations = [...ring, ...ring].map((index, place) => {
    taken[index] = (taken[index] ?? 0) + 1;
    return Math.max(
      ...weights.map((weight, each) => Math.abs((taken[each] ?? 0) - ((place + 1) * weight) / ring.length)),
    );
  });
  return Math.max(...deviations);
};

describe("a ring", () => {
  it.each<[string, number[], string]>([
    ["one member", [3], "000"],
    ["equals", [1, 1, 1], "012"],
    ["two to one", [2, 1], "010"],
    ["one to two", [1, 2], "101"],
    ["equals with several places each", [2, 2], "0101"],
    ["5, 4 and 2", [5, 4, 2], "01021010210"],
  ])("of %s", (_, weights, places) => {
    expect(ringOf(weights).join("")).toBe(places);
  });

  it.each([
    [[1]],
    [[20]],
    [[1, 20]],
    [[20, 20, 20, 20, 20]],
    [[5, 4, 2]],
    [[20, 1, 1, 1, 1, 1]],
    [[7, 5, 3, 2, 1]],
    [[19, 18, 17, 16, 15, 14, 1]],
    [Array(20).fill(5)],
    [Array.from({ length: 13 }, (_, index) => index + 1)],
  ])("gives each of %j its share to within one after every place", (weights) => {
    expect(worstDeviation(weights)).toBeLessThan(1);
  });

  it("does so for any weights, and each member's places in a round are its weight", () => {
    const weights = fc
      .array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 })
      .filter((each) => each.reduce((sum, weight) => sum + weight, 0) <= 100);
    return checkProperty(
      fc.property(weights, (each) => {
        expect(worstDeviation(each)).toBeLessThan(1);
        const ring = ringOf(each);
        expect(each.map((_, index) => ring.filter((at) => at === index).length)).toEqual(each);
      }),
    );
  });
});

describe("the ring of a rule", () => {
  const [ana, ben] = [
    { id: "ana", weight: 2 },
    { id: "ben", weight: 1 },
  ];
  const ringAfter = (before: Parameters<typeof newRule>[0], after: Parameters<typeof newRule>[0]) =>
    withRings([newRule(after)], {
      routing: withRings([newRule(before)], { routing: [], version: 1 }),
      version: 7,
    })[0]?.ring;

  it.each<[string, object, object, number]>([
    [
      "stays when only conditions and clock change",
      {},
      { when: [{ path: "source", equals: "a" }], clock: "always" },
      2,
    ],
    ["begins anew with another weight", {}, { members: [{ ...ana, weight: 3 }, ben] }, 8],
    ["begins anew with a member more", {}, { members: [ana, ben, { id: "cy", weight: 1 }] }, 8],
    ["begins anew without a member", {}, { members: [ana] }, 8],
    ["begins anew in another order", {}, { members: [ben, ana] }, 8],
    ["is that of its key", { key: "other" }, {}, 8],
  ])("%s", (_, before, after, id) => {
    const members = [ana, ben];
    expect(ringAfter({ members, ...before }, { members, ...after })).toMatchObject({ id });
  });

  it("gives turns round after round", () => {
    const [rule] = withRings([newRule({ members: [ana, ben] })], { routing: [], version: 1 });
    expect(rule && [1, 2, 3, 4, 5, 6].map((turn) => memberAt(rule, turn))).toEqual([
      "ana",
      "ben",
      "ana",
      "ana",
      "ben",
      "ana",
    ]);
  });
});
