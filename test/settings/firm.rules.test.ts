import { describe, expect, it } from "@jest/globals";
import { firstOpenStage, hasStages, stageStatus } from "../../shared/settings/firm.rules.ts";
import { newSettings } from "../support/decisions.ts";

const stage = (key: string, terminal = false) => ({ key, name: `Stage ${key}`, terminal });
const stages = [stage("lost", true), stage("new")];

it("firstOpenStage skips terminal stages", () => {
  expect(firstOpenStage(stages)?.key).toBe("new");
  expect(firstOpenStage([stage("lost", true)])).toBeUndefined();
});

it.each([
  [[], true],
  [["new", "lost"], true],
  [["new", "gone"], false],
])("whether the firm has the stages %j: %j", (keys, expected) => {
  expect(hasStages({ stages }, keys)).toBe(expected);
});

describe("a lead's stage", () => {
  it.each([
    ["with its name", "new", "Stage new"],
    ["with its key as its name once the firm has removed it", "gone", "gone"],
  ])("is shown %s", (_, key, name) => {
    expect(stageStatus(newSettings({ stages }), key)).toEqual({ key, name });
  });
});
