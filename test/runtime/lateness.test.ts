import { expect, it } from "@jest/globals";
import { reportLateness } from "../../shared/runtime/lateness.ts";
import { useLog } from "../support/capture-log.ts";
import { captureMetrics } from "../support/capture-metrics.ts";

const log = useLog();

it.each([
  ["deliveries", 600],
  ["reminders", 120],
  ["feeds", 1_800],
] as const)(
  "counts %s that have waited for over %i seconds, and otherwise writes no metric",
  (work, seconds) => {
    const metrics = captureMetrics();
    reportLateness(work, seconds);
    expect([metrics(), log]).toEqual([[], []]);
    reportLateness(work, seconds + 1);
    expect(metrics()).toEqual(["LateWork 1"]);
    expect(log).toEqual([expect.stringContaining(`work_late', work: '${work}', seconds: ${seconds + 1}`)]);
  },
);
