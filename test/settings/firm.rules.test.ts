import { expect, it } from "@jest/globals";
import { firstOpenStage } from "../../shared/settings/firm.rules.ts";

const stage = (key: string, terminal = false) => ({ key, name: key, terminal });
const STAGES = [stage("lost", true), stage("new")];
it("firstOpenStage skips terminal stages", () => {
  expect(firstOpenStage(STAGES)?.key).toBe("new");
  expect(firstOpenStage([stage("lost", true)])).toBeUndefined();
});
