import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import { ScheduledRules } from "../../../../lib/local/eventbridge/scheduled-rules.ts";
import type { DeclaredScheduledRule } from "../../../../lib/local/template/declared-stack.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const invoked: unknown[] = [];
let rules: ScheduledRules | undefined;
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse("2026-01-01T00:00:00.700Z") });
  invoked.length = 0;
});
afterEach(() => {
  rules?.stop();
  jest.useRealTimers();
});

const start = (periodSeconds: number, State: DeclaredScheduledRule["State"] = "ENABLED") => {
  rules = new ScheduledRules({
    rules: [
      {
        id: "Sweep",
        arn: "arn:aws:events:local:000000000000:rule/Sweep",
        ScheduleExpression: { periodSeconds },
        State,
        Targets: [{ Arn: "arn:aws:lambda:local:000000000000:function:Sweeper" }],
      },
    ],
    invoke: (functionName, event) => invoked.push([functionName, event]),
  });
  return rules;
};

const EVENT = {
  version: "0",
  id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  "detail-type": "Scheduled Event",
  source: "aws.events",
  account: "000000000000",
  region: "local",
  resources: ["arn:aws:events:local:000000000000:rule/Sweep"],
  detail: {},
};

describe("ScheduledRules", () => {
  it("invokes the target after each period with the event that EventBridge sends", () => {
    start(60);
    jest.advanceTimersByTime(MINUTE - 1);
    expect(invoked).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(invoked).toEqual([["Sweeper", { ...EVENT, time: "2026-01-01T00:01:00Z" }]]);
    jest.advanceTimersByTime(2 * MINUTE);
    expect(invoked).toHaveLength(3);
    expect(invoked[2]).toEqual(["Sweeper", { ...EVENT, time: "2026-01-01T00:03:00Z" }]);
  });

  it("waits for a period that is longer than a timer can be", () => {
    start((40 * DAY) / 1_000);
    jest.advanceTimersByTime(40 * DAY - 1);
    expect(invoked).toHaveLength(0);
    jest.advanceTimersByTime(1);
    expect(invoked).toHaveLength(1);
  });

  it("invokes the target once for the periods that passed while the machine was asleep", () => {
    start(60);
    jest.setSystemTime(Date.now() + 10.5 * MINUTE);
    jest.advanceTimersByTime(MINUTE);
    expect(invoked).toHaveLength(1);
    jest.advanceTimersByTime(MINUTE);
    expect(invoked).toHaveLength(2);
  });

  it("does not invoke the target of a disabled rule, or of any rule once stopped", () => {
    start(60, "DISABLED");
    jest.advanceTimersByTime(5 * MINUTE);
    start(60).stop();
    jest.advanceTimersByTime(5 * MINUTE);
    expect(invoked).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });
});
