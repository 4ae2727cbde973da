import { expect, it } from "@jest/globals";
import { dayViolations } from "../../shared/calendars/window-changes.rules.ts";
import { NEW_ID } from "../support/decisions.ts";

it.each<[string, number, number, string[]]>([
  ["50 times", 50, 1, []],
  ["50 times in ten parts each", 50, 10, []],
  ["51 times", 51, 1, ["busy"]],
  ["one time in 501 parts", 1, 501, ["busy"]],
])("a date with %s", (_, count, partsOfEach, fields) => {
  const after = Array.from({ length: count * partsOfEach }, (_, index) => {
    const start = Math.floor(index / partsOfEach) * 1_000;
    return { start: index, end: index + 1, whole: { start, end: start + 1_000 } };
  });
  const day = { attorneyId: NEW_ID, date: "2055-03-03", version: 1, slots: [], busy: [] };
  expect(dayViolations([{ day, before: [], after }]).map(({ field }) => field)).toEqual(fields);
});

it.each([
  [50, []],
  [51, ["busy"]],
])("counts each of %i equal times on a date, although a window has split them", (count, fields) => {
  const whole = { start: 0, end: 1_000 };
  const after = Array.from({ length: count }, () => [
    { start: 0, end: 400, whole },
    { start: 600, end: 1_000, whole },
  ]).flat();
  const day = { attorneyId: NEW_ID, date: "2055-03-03", version: 1, slots: [], busy: [] };
  expect(dayViolations([{ day, before: [], after }]).map(({ field }) => field)).toEqual(fields);
});
