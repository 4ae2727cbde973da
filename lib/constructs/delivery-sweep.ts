import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { Construct } from "constructs";
import { FIVE_MINUTES, ONE_MINUTE } from "./alarms.ts";
import { type FunctionContext, IntakeFunction } from "./intake-function.ts";

/**
 * `sweep-deliveries`, each minute. Its messages begin a lineage of their own: Lambda ends a function that was invoked 16
 * times by its own messages.
 */
export class DeliverySweep extends IntakeFunction {
  readonly rule: Rule;

  constructor(scope: Construct, id: string, context: FunctionContext) {
    super(scope, id, {
      ...context,
      name: "sweep-deliveries",
      description:
        "Queues webhook deliveries that are due or were lost; lets reminders come; moves leads out of removed stages",
      timeoutSeconds: 60,
      memoryMegabytes: 1_769,
    });
    this.grantTableActions(["GetItem", "BatchGetItem", "QueryIndex", "PutItem", "UpdateItem", "DeleteItem"]);
    // The next minute's sweep does what a failed or throttled one left.
    this.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: ONE_MINUTE });
    this.rule = new Rule(this, "EveryMinute", {
      description: "Sweeps what is due",
      schedule: Schedule.rate(ONE_MINUTE),
      targets: [new LambdaFunction(this)],
    });
    context.alarms.add(this, "ErrorsAlarm", {
      metric: this.metricErrors({ period: FIVE_MINUTES }),
      above: 2,
      urgency: "event chain",
      impact:
        "Firms get late webhooks, or none after a failed first attempt, and late reminders: the sweep fails.",
      runbook: "overdue-deliveries",
    });
  }
}
