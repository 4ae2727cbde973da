import { describe, expect, it } from "@jest/globals";
import { acceptingStages, firstOpenStage } from "../../shared/firm/firm.rules.ts";

const stage = (key: string, terminal = false) => ({ key, name: key, terminal });
const STAGES = [stage("lost", true), stage("new"), stage("constructor")];
const keysOf = (closingStages: Record<string, number>, now: number) =>
  acceptingStages({ stages: STAGES, closingStages }, now).map(({ key }) => key);

describe("acceptingStages", () => {
  it.each<[string, Record<string, number>, string[]]>([
    ["every stage when none closes", {}, ["lost", "new", "constructor"]],
    ["none that closes", { new: 1_001 }, ["lost", "constructor"]],
    ["one that has opened by itself", { new: 1_000 }, ["lost", "new", "constructor"]],
    ["a stage that is gone already", { gone: 2_000 }, ["lost", "new", "constructor"]],
  ])("has %s", (_, closing, keys) => {
    expect(keysOf(closing, 1_000)).toEqual(keys);
  });
});

it("firstOpenStage skips terminal stages", () => {
  expect(firstOpenStage(STAGES)?.key).toBe("new");
  expect(firstOpenStage([stage("lost", true)])).toBeUndefined();
});
