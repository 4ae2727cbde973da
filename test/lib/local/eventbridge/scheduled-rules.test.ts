import { expect, it, jest } from "@jest/globals";
import { startScheduledRules } from "../../../../lib/local/eventbridge/event-bus.ts";

it("invokes the target of a schedule at once, and then each period until it is stopped", () => {
  jest.useFakeTimers();
  const invoke = jest.fn<(functionName: string) => void>();
  const rule = {
    id: "Sweep",
    ScheduleExpression: { periodMinutes: 2 },
    Targets: [{ Arn: "arn:aws:lambda:local:0:function:SweepDeliveries" }],
  };
  const stop = startScheduledRules({ rules: [rule], invoke });
  expect(invoke.mock.calls).toEqual([["SweepDeliveries", expect.anything()]]);
  jest.advanceTimersByTime(119_999);
  expect(invoke).toHaveBeenCalledTimes(1);
  jest.advanceTimersByTime(1);
  expect(invoke).toHaveBeenCalledTimes(2);
  stop();
  jest.advanceTimersByTime(600_000);
  expect(invoke).toHaveBeenCalledTimes(2);
  jest.useRealTimers();
});
