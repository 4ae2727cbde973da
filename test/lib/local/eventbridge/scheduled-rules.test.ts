import { afterEach, beforeEach, expect, it, jest } from "@jest/globals";
import { startScheduledRules } from "../../../../lib/local/eventbridge/event-bus.ts";

const MINUTE = 60_000;

beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00.700Z") });
});
afterEach(() => {
  jest.useRealTimers();
});

it("a scheduled rule invokes its target after each period until it is stopped", () => {
  const invoked: unknown[] = [];
  const stop = startScheduledRules({
    rules: [
      {
        id: "Sweep",
        ScheduleExpression: { periodMilliseconds: MINUTE },
        Targets: [{ Arn: "arn:aws:lambda:local:000000000000:function:Sweeper" }],
      },
    ],
    invoke: (functionName, event) => invoked.push([functionName, event]),
  });
  jest.advanceTimersByTime(MINUTE - 1);
  expect(invoked).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(invoked).toEqual([
    [
      "Sweeper",
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        "detail-type": "Scheduled Event",
        source: "aws.events",
        time: "2026-01-01T00:01:00.700Z",
        resources: ["arn:aws:events:local:000000000000:rule/Sweep"],
        detail: {},
      },
    ],
  ]);
  jest.advanceTimersByTime(2 * MINUTE);
  expect(invoked).toHaveLength(3);
  stop();
  jest.advanceTimersByTime(5 * MINUTE);
  expect(invoked).toHaveLength(3);
});
