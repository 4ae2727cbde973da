import { describe, expect, it, jest } from "@jest/globals";
import { countLateWork, countOutcome } from "../../shared/runtime/metrics.ts";

const captureOutput = () => {
  const lines: string[] = [];
  jest.spyOn(process.stdout, "write").mockImplementation((text) => lines.push(String(text)) > 0);
  return lines;
};

describe("a metric", () => {
  it("is a line in CloudWatch's embedded metric format", () => {
    const lines = captureOutput();
    countOutcome("Bookings", "slot_unavailable");
    countLateWork();
    const directive = (metric: object, ...dimensions: string[]) => ({
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [{ Namespace: "intake-test", Dimensions: [dimensions], Metrics: [metric] }],
    });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        _aws: directive({ Name: "Bookings", Unit: "Count" }, "outcome"),
        outcome: "slot_unavailable",
        Bookings: 1,
      },
      { _aws: directive({ Name: "LateWork", Unit: "Count" }), LateWork: 1 },
    ]);
    expect(lines.every((line) => line.endsWith("}\n"))).toBe(true);
  });

  it("is not written without a namespace", () => {
    jest.replaceProperty(process, "env", { ...process.env, METRICS_NAMESPACE: "" });
    const lines = captureOutput();
    countOutcome("Bookings", "booked");
    expect(lines).toEqual([]);
  });
});
