import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { startScheduledRules } from "../../../../lib/local/eventbridge/event-bus.ts";

const RULE = {
  id: "Sweep",
  ScheduleExpression: { periodMinutes: 2 },
  Targets: [{ Arn: "arn:aws:lambda:local:0:function:SweepDeliveries" }],
};

/** Starts the schedule, which is ready when the returned function is called. */
const startLater = () => {
  const invoke = jest.fn<(functionName: string) => void>();
  let becomeReady = () => {};
  const ready = new Promise<void>((resolve) => {
    becomeReady = resolve;
  });
  return { invoke, becomeReady, stop: startScheduledRules({ rules: [RULE], invoke, ready }) };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it("invokes the target of a schedule once all is ready, and then each period until it is stopped", async () => {
  const { invoke, becomeReady, stop } = startLater();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(invoke).not.toHaveBeenCalled();
  becomeReady();
  await jest.advanceTimersByTimeAsync(0);
  expect(invoke.mock.calls).toEqual([["SweepDeliveries", expect.anything()]]);
  await jest.advanceTimersByTimeAsync(119_999);
  expect(invoke).toHaveBeenCalledTimes(1);
  await jest.advanceTimersByTimeAsync(1);
  expect(invoke).toHaveBeenCalledTimes(2);
  stop();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(invoke).toHaveBeenCalledTimes(2);
});

it("invokes nothing if it is stopped before all is ready", async () => {
  const { invoke, becomeReady, stop } = startLater();
  stop();
  becomeReady();
  await jest.advanceTimersByTimeAsync(600_000);
  expect(invoke).not.toHaveBeenCalled();
});
