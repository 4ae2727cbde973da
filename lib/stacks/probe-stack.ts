import { Stack } from "aws-cdk-lib";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as FunctionTarget } from "aws-cdk-lib/aws-events-targets";
import { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { getMeEndpoint } from "../../shared/keys/me.contract.ts";
import { Alarms, ONE_MINUTE } from "./constructs/alarms.ts";
import { bundledFunctionProps } from "./constructs/intake-function.ts";
import { LOG_DAYS } from "./log-retention.ts";
import { type Stage, stackPropsOf } from "./stage.ts";
import type { Probe } from "./stage-settings.ts";

type ProbeStackProps = { readonly stage: Stage; readonly probe: Probe; readonly bundles: string };

/** Calls the API each minute from another region, and pages if it does not answer. */
export class ProbeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, probe, bundles }: ProbeStackProps) {
    super(scope, id, {
      ...stackPropsOf(stage, ": probe from another region"),
      env: { ...stage.env, region: probe.region },
    });
    const handler = this.#createFunction({ stage, probe, bundles });
    new Rule(this, "EveryMinute", {
      description: "Calls the API as callers do",
      schedule: Schedule.rate(ONE_MINUTE),
      targets: [new FunctionTarget(handler)],
    });
    new Alarms(this, "Alarms", stage).add(this, "UnreachableAlarm", {
      metric: new MathExpression({
        label: "minutes without an answer",
        expression: "IF(invocations > errors, 0, 1)",
        period: ONE_MINUTE,
        usingMetrics: {
          invocations: handler.metricInvocations({ statistic: Stats.SUM }),
          errors: handler.metricErrors({ statistic: Stats.SUM }),
        },
      }),
      above: 0,
      periods: 3,
      ringsWhenMissing: true,
      urgency: "page",
      impact:
        "Callers of every firm cannot reach the API: for three minutes it has not answered another region.",
      runbook: "unreachable-api",
    });
  }

  #createFunction({ stage: { removalPolicy }, probe, bundles }: ProbeStackProps) {
    const logGroup = new LogGroup(this, "Logs", { retention: LOG_DAYS, removalPolicy });
    const handler = new LambdaFunction(this, "ProbeApi", {
      ...bundledFunctionProps(this, "Role", {
        bundles,
        logGroup,
        name: "probe-api",
        description: "Calls the API as callers do",
        timeoutSeconds: 45,
        memoryMegabytes: 256,
      }),
      // CloudFront caches nothing of it, so that an answer says that the service answers.
      environment: { PROBED_URL: `${probe.baseUrl}${getMeEndpoint.path}` },
    });
    // The next minute's call tells as much as a retry.
    handler.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: ONE_MINUTE });
    return handler;
  }
}
