import { join } from "node:path";
import { Duration, SecretValue, Stack } from "aws-cdk-lib";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction as FunctionTarget } from "aws-cdk-lib/aws-events-targets";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { Alarms, ONE_MINUTE } from "./constructs/alarms.ts";
import { InlineRole } from "./constructs/inline-role.ts";
import type { Probe } from "./probe.ts";
import { type Stage, tagsOf } from "./stage.ts";

type ProbeStackProps = { readonly stage: Stage; readonly probe: Probe; readonly bundles: string };

/** Calls the API each minute from another region, and pages when it does not answer. */
export class ProbeStack extends Stack {
  constructor(scope: Construct, id: string, { stage, probe, bundles }: ProbeStackProps) {
    super(scope, id, {
      description: `Intake (${stage.name}): probe from another region`,
      tags: tagsOf(stage),
      env: { ...stage.env, region: probe.region },
    });
    const handler = this.#createFunction(probe, bundles);
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

  #createFunction({ baseUrl, keySecret }: Probe, bundles: string) {
    const logGroup = new LogGroup(this, "Logs", { retention: RetentionDays.ONE_MONTH });
    const role = new InlineRole(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    const handler = new LambdaFunction(this, "ProbeApi", {
      role,
      logGroup,
      description: "Calls the API as callers do",
      code: Code.fromAsset(join(bundles, "probe-api")),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: 256,
      timeout: Duration.seconds(20),
      loggingFormat: LoggingFormat.JSON,
      systemLogLevelV2: SystemLogLevel.WARN,
      environment: {
        BASE_URL: baseUrl,
        API_KEY: SecretValue.secretsManager(keySecret).unsafeUnwrap(),
      },
    });
    // The next minute's call tells as much.
    handler.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: ONE_MINUTE });
    return handler;
  }
}
