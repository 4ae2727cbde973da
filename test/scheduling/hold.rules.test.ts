import { describe, expect, it } from "@jest/globals";
import { holdViolations, liveHold } from "../../shared/scheduling/hold.rules.ts";
import { NOW_MILLISECONDS } from "../support/decisions.ts";

const hold = {
  id: "a",
  attorneyId: "b",
  startAt: "2055-03-03T10:00:00.000Z",
  durationMinutes: 60,
  expiresAt: new Date(NOW_MILLISECONDS).toISOString(),
  ended: false,
};

it.each([
  ["until it expires", hold, 0, true],
  ["within the second that clocks may differ", hold, 999, true],
  ["not after that second", hold, 1_000, false],
  ["not once it has ended", { ...hold, ended: true }, 0, false],
])("a hold keeps its slot %s", (_, stored, milliseconds, isLive) => {
  expect(liveHold(stored, NOW_MILLISECONDS + milliseconds)).toBe(isLive ? stored : null);
});

describe("a booking of a hold", () => {
  it.each([
    ["its slot", {}, []],
    ["another attorney", { attorneyId: "c" }, ["attorney_id"]],
    ["another start and duration", { startAt: "x", durationMinutes: 5 }, ["start_at", "duration_min"]],
  ])("of %s", (_, changes, fields) => {
    expect(holdViolations(hold, { ...hold, ...changes }).map(({ field }) => field)).toEqual(fields);
  });
});
