import { expect, it } from "@jest/globals";
import { isLate } from "../../shared/runtime/lateness.ts";
import { useLog } from "../support/capture-log.ts";

const log = useLog();

it.each([
  ["deliveries", 600],
  ["reminders", 120],
  ["feeds", 1_800],
] as const)("%s are late, and logged, once they have waited for over %i seconds", (work, seconds) => {
  expect([isLate(work, seconds), log]).toEqual([false, []]);
  expect(isLate(work, seconds + 1)).toBe(true);
  expect(log).toEqual([expect.stringContaining(`work_late', work: '${work}', seconds: ${seconds + 1}`)]);
});
