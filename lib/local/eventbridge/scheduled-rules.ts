import { randomUUID } from "node:crypto";
import type { DeclaredScheduledRule } from "../template/declared-stack.ts";
import { arn, nameFromArn } from "../template/resource-names.ts";

type ScheduledRulesOptions = {
  readonly rules: readonly DeclaredScheduledRule[];
  readonly invoke: (functionName: string, event: object) => unknown;
};

/** Invokes the targets of scheduled rules, each for the first time after one period. Returns how to stop. */
export const startScheduledRules = ({ rules, invoke }: ScheduledRulesOptions) => {
  const timers = rules.map(({ ScheduleExpression, Targets, id }) =>
    setInterval(() => {
      for (const { Arn } of Targets) invoke(nameFromArn(Arn), scheduledEvent(arn("events", `rule/${id}`)));
    }, ScheduleExpression.periodMilliseconds),
  );
  return () => timers.forEach(clearInterval);
};

const scheduledEvent = (ruleArn: string) => ({
  id: randomUUID(),
  "detail-type": "Scheduled Event",
  source: "aws.events",
  time: new Date().toISOString(),
  resources: [ruleArn],
  detail: {},
});
