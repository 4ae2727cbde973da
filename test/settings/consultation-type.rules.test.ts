import { describe, expect, it } from "@jest/globals";
import { LIMITS } from "../../shared/schema/limits.ts";
import {
  defaultsOf,
  findConsultationType,
  poolOf,
  wantedMinutes,
} from "../../shared/settings/consultation-type.rules.ts";
import { newSettings } from "../support/decisions.ts";

const plain = {
  key: "plain",
  name: "Plain",
  durationMinutes: 30,
  amount: null,
  location: null,
  attorneyIds: null,
  reminderMinutes: null,
};
const own = { ...plain, key: "own", durationMinutes: 45, amount: 150, location: "Room 5" };
/** A type that is older than its location. */
const older: typeof plain = Object({ ...plain, key: "older", location: undefined });
const settings = newSettings({ location: "Main Street", consultationTypes: [plain, own, older] });

it.each<[unknown, typeof own | undefined]>([
  ["own", own],
  [" own\n", own],
  ["OWN", undefined],
  ["Plain", undefined],
  ["", undefined],
  [undefined, undefined],
  [5, undefined],
])("the type of the text %j", (text, type) => {
  expect(findConsultationType(settings, text)).toBe(type);
});

it.each([
  ["own", { amount: 150, location: "Room 5" }],
  ["plain", { amount: null, location: "Main Street" }],
  ["Free text", { amount: null, location: "Main Street" }],
  ["older", { amount: null, location: "Main Street" }],
])("the defaults of a booking of %j are %j", (text, defaults) => {
  expect(defaultsOf(settings, text)).toEqual(defaults);
});

describe("the pool of a type", () => {
  const ids = Array.from({ length: LIMITS.poolAttorneys + 1 }, (_, index) => String(index));

  it.each<[string, string[] | null, string[]]>([
    ["is everybody, up to the limit", null, ids.slice(0, -1)],
    ["is its own attorneys, in the firm's order", ["20", "3"], ["3", "20"]],
    ["leaves out those who left the firm", ["3", "99"], ["3"]],
    ["is nobody without attorneys", [], []],
  ])("%s", (_, attorneyIds, pool) => {
    expect(poolOf({ attorneyIds }, ids)).toEqual(pool);
  });
});

describe("the minutes of a booking", () => {
  it.each([
    ["its own", { type: "own", duration_min: 5 }, 5],
    ["those of its type", { type: "own" }, 45],
  ])("are %s", (_, wanted, minutes) => {
    expect(wantedMinutes(settings, wanted)).toBe(minutes);
  });

  it("are never guessed", () => {
    expect(() => wantedMinutes(settings, { type: "Free text" })).toThrow("was not refused");
  });
});
