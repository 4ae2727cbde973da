import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Match, Template } from "aws-cdk-lib/assertions";
import { LOADS } from "../../../lib/documents/scale/cost.ts";
import { REQUESTS } from "../../../lib/documents/scale/load.ts";
import { Alarms } from "../../../lib/stacks/constructs/alarms.ts";
import { rollbackAlarmIds } from "../../../lib/stacks/deployment/rollback-alarms.ts";
import { pinnedStages } from "../../../lib/stacks/stage.ts";
import { METRICS } from "../../../shared/runtime/metrics.ts";
import { headingAnchors } from "../../support/headings.ts";
import { stackTemplate } from "../../support/suite-resources.ts";

const template = Template.fromJSON(JSON.parse(stackTemplate()));
const read = (guide: string) => readFileSync(join(import.meta.dirname, "../../../docs", guide), "utf8");
const RUNBOOKS = read("runbooks.md");
const ALARMS = Object.entries(template.findResources("AWS::CloudWatch::Alarm")).map(
  ([id, { Properties }]) => ({ id, ...Properties }),
);

type MetricStat = {
  readonly Metric: {
    readonly Namespace: string;
    readonly MetricName: string;
    readonly Dimensions?: unknown[];
  };
};

const metricsOf = ({ Metrics, ...alarm }: (typeof ALARMS)[number]): MetricStat["Metric"][] =>
  (Metrics ?? [{ MetricStat: { Metric: alarm } }]).flatMap((metric: { MetricStat?: MetricStat }) =>
    metric.MetricStat ? [metric.MetricStat.Metric] : [],
  );

const TOPICS = Object.keys(template.findResources("AWS::SNS::Topic"));
const [PAGES, TICKETS] = ["AlarmsTopic", "AlarmsTickets"].map((name) =>
  TOPICS.find((id) => id.startsWith(name)),
);
const COMPOSITES = Object.entries(template.findResources("AWS::CloudWatch::CompositeAlarm")).map(
  ([id, { Properties }]) => ({ id, ...Properties }),
);
const nameOf = ({ id }: { readonly id: string }) => id.replace(/[0-9A-F]{8}$/, "");
const tells = (topic: string | undefined) => ({
  AlarmActions: [{ Ref: topic }],
  OKActions: [{ Ref: topic }],
});

/** Returns the logical ids of the alarms in a composite alarm. */
const partsOf = (composite: { readonly AlarmRule?: unknown } | undefined) =>
  ALARMS.filter(({ id }) => JSON.stringify(composite?.AlarmRule).includes(`"${id}"`)).map(({ id }) => id);

describe("the recipient of an alarm", () => {
  const [chain] = COMPOSITES;

  it("is the person on call if callers or firms are affected at once", () => {
    const pages = [...ALARMS, ...COMPOSITES].filter((alarm) => alarm.AlarmActions?.[0].Ref === PAGES);
    expect(pages.map(nameOf).sort()).toEqual([
      "ServiceAccountConcurrencyAlarm",
      "ServiceApiErrorsAlarm",
      "ServiceApiLatencyAlarm",
      "ServiceEventChainAlarm",
      "ServiceEventsLostAlarm",
      "ServiceFunctionErrorsAlarm",
      "ServiceFunctionThrottlesAlarm",
      "ServiceRefusedCallersAlarm",
    ]);
    for (const alarm of pages) expect(alarm).toMatchObject(tells(PAGES));
  });

  it("is the person on call once, by one composite alarm, when the chain of events breaks", () => {
    expect(
      partsOf(chain)
        .map((id) => nameOf({ id }))
        .sort(),
    ).toEqual([
      "EventsEventsLateAlarm",
      "ServiceDeliveriesOverdueAlarm",
      "ServiceEventsStoppedAlarm",
      "ServiceRemindersOverdueAlarm",
      "ServiceRuleFailuresAlarm",
      "WebhooksDeliveriesLateAlarm",
      "WebhooksSweepDeliveriesErrorsAlarm",
    ]);
    expect(JSON.stringify(chain?.AlarmRule)).toMatch(/ALARM.* OR ALARM/);
    for (const id of partsOf(chain))
      expect(ALARMS.find((alarm) => alarm.id === id)?.AlarmActions).toBeUndefined();
  });

  it("is otherwise the person who works through tickets", () => {
    const others = ALARMS.filter(
      ({ id, AlarmActions }) => AlarmActions?.[0].Ref !== PAGES && !partsOf(chain).includes(id),
    );
    expect(others.length).toBeGreaterThan(8);
    for (const alarm of others) expect(alarm).toMatchObject(tells(TICKETS));
  });
});

describe("every alarm", () => {
  it.each([...ALARMS, ...COMPOSITES])(
    "$id names whom it affects and links a runbook",
    ({ AlarmDescription }) => {
      const [, impact, anchor] =
        /^(.+)\. Runbook: docs\/runbooks\.md#([\w-]+)$/.exec(String(AlarmDescription)) ?? [];
      expect(impact).toMatch(/firm|caller|subscriber/i);
      expect(headingAnchors(RUNBOOKS)).toContain(anchor);
    },
  );

  it.each(ALARMS)("$id watches metrics that exist, at most ten", (alarm) => {
    const metrics = metricsOf(alarm);
    expect(metrics.length).toBeGreaterThan(0);
    expect(metrics.length).toBeLessThanOrEqual(10);
    for (const { Namespace, MetricName } of metrics) {
      if (Namespace.startsWith("intake-")) expect(Object.keys(METRICS)).toContain(MetricName);
      else expect(Namespace).toMatch(/^AWS\/(ApiGateway|DynamoDB|Events|Lambda|SQS)$/);
    }
  });

  it("is in the table of the runbooks", () => {
    const names = [...RUNBOOKS.matchAll(/^\| (`\w+`(?:, `\w+`)*) \|/gm)].flatMap(([, cell = ""]) =>
      cell.replaceAll("`", "").split(", "),
    );
    for (const { id } of [...ALARMS, ...COMPOSITES])
      expect(names.filter((name) => id.includes(name))).toHaveLength(1);
  });
});

it("rings for failures on the way of an event, in the functions, the table and the API", () => {
  const watched = new Set(ALARMS.flatMap(metricsOf).map(({ MetricName }) => MetricName));
  expect([...watched].sort()).toEqual([
    "4xx",
    "5xx",
    "ApproximateAgeOfOldestMessage",
    "ApproximateNumberOfMessagesVisible",
    "Bookings",
    "ClaimedAccountConcurrency",
    "ConcurrentExecutions",
    "Count",
    "DestinationDeliveryFailures",
    "Errors",
    "FailedInvocations",
    "FeedOverdueSeconds",
    "Feeds",
    "Invocations",
    "InvocationsFailedToBeSentToDlq",
    "IteratorAge",
    "Latency",
    "Leads",
    "OnFailureDestinationDeliveredEventCount",
    "OverdueSeconds",
    "RecursiveInvocationsDropped",
    "ReminderOverdueSeconds",
    "ServerErrors",
    "ThrottledRequests",
    "Throttles",
  ]);
});

it("rings when a batch of changes is discarded, which the mapping counts", () => {
  const [mapping = ""] = Object.keys(
    template.findResources("AWS::Lambda::EventSourceMapping", {
      Properties: { MetricsConfig: { Metrics: ["EventCount"] } },
    }),
  );
  template.hasResourceProperties("AWS::CloudWatch::Alarm", {
    MetricName: "OnFailureDestinationDeliveredEventCount",
    Dimensions: [{ Name: "EventSourceMappingUUID", Value: { Ref: mapping } }],
    Threshold: 0,
  });
});

const expressionOf = (name: string) => {
  const alarm = ALARMS.find(({ id }) => id.includes(name));
  const { Expression = "" } =
    alarm?.Metrics.find(({ Expression }: { Expression?: string }) => Expression) ?? {};
  const periods = alarm?.Metrics.flatMap(({ MetricStat }: { MetricStat?: { Period: number } }) =>
    MetricStat ? [MetricStat.Period] : [],
  );
  return { expression: String(Expression), evaluationPeriods: alarm?.EvaluationPeriods, periods };
};

it("rings when leads are created and nothing publishes or fans out, in two periods, since one may end between", () => {
  const { expression, evaluationPeriods, periods } = expressionOf("EventsStopped");
  expect(expression).toBe(
    "IF(FILL(leads, 0) + FILL(bookings, 0) > 0 AND (FILL(published, 0) == 0 OR FILL(fannedOut, 0) == 0), 1, 0)",
  );
  expect(evaluationPeriods).toBe(2);
  expect(periods).toEqual([900, 900, 900, 900]);
});

it("rings when most of many requests are refused, also at the small load", () => {
  const { expression, evaluationPeriods, periods } = expressionOf("RefusedCallers");
  const [, floor] = /^IF\(requests > (\d+), 100 \* refused \/ requests, 0\)$/.exec(expression) ?? [];
  const requestsOfThePeriod = (Math.min(...LOADS) * REQUESTS) / (24 * 4);
  expect(Number(floor)).toBeLessThan(requestsOfThePeriod / 2);
  // A caller who tries addresses on a quiet night has stopped by then.
  expect(evaluationPeriods).toBe(2);
  expect(periods).toEqual([900, 900]);
});

it("rings as long as a few feeds all fail, each of which is tried once in six hours", () => {
  const { expression, periods } = expressionOf("FeedsFailingLong");
  expect(expression).toContain("IF(FILL(failed, 0) > 4, ");
  expect(periods).toEqual([21_600, 21_600, 21_600]);
});

it("rings for crashes by their share of invocations, and never for a few", () => {
  const { expression, periods } = expressionOf("FunctionErrors");
  expect(expression).toBe("IF(FILL(errors, 0) > 4, 100 * errors / invocations, 0)");
  expect(ALARMS.find(({ id }) => id.includes("FunctionErrors"))?.Threshold).toBe(0.1);
  expect(periods).toEqual([300, 300]);
});

it("counts an operation of the table that was not throttled as zero, so that the alarm ends by itself", () => {
  const { expression, periods } = expressionOf("TableThrottles");
  expect(expression.split(" + ")).toEqual(
    periods.map((_period: number, index: number) => `FILL(m${index}, 0)`),
  );
  expect(periods.length).toBeGreaterThan(5);
});

it("ignores percentiles of too few samples", () => {
  const ofPercentiles = ALARMS.filter(({ ExtendedStatistic }) => ExtendedStatistic !== undefined);
  expect(ofPercentiles.map(nameOf)).toEqual(["ServiceApiLatencyAlarm"]);
  for (const alarm of ofPercentiles) expect(alarm.EvaluateLowSampleCountPercentile).toBe("ignore");
});

it("rings when no sweep reports the overdue time", () => {
  const [alarm] = ALARMS.filter(({ MetricName }) => MetricName === "OverdueSeconds");
  expect(alarm?.TreatMissingData).toBe("breaching");
});

describe("each topic", () => {
  it.each(TOPICS)("%s lets the account's alarms publish", (id) => {
    template.hasResourceProperties("AWS::SNS::TopicPolicy", {
      Topics: [{ Ref: id }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: "Allow",
            Principal: { Service: "cloudwatch.amazonaws.com" },
            Action: "sns:Publish",
            Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
          }),
        ]),
      },
    });
  });

  it.each([
    [{}, {}],
    [
      { alarmEmail: "oncall@example.com" },
      { AlarmsTopic: "oncall@example.com", AlarmsTickets: "oncall@example.com" },
    ],
    [
      { alarmEmail: "oncall@example.com", ticketEmail: "team@example.com" },
      { AlarmsTopic: "oncall@example.com", AlarmsTickets: "team@example.com" },
    ],
  ])("has the subscriber that the stage names: %j", (emails, expected) => {
    const stack = new Stack(new App());
    new Alarms(stack, "Alarms", { runbookUrl: "", ...emails });
    const subscriptions = Template.fromStack(stack).findResources("AWS::SNS::Subscription");
    const addresses = Object.values(subscriptions).map(({ Properties: { Protocol, TopicArn, Endpoint } }) => {
      expect(Protocol).toBe("email");
      return [nameOf({ id: TopicArn.Ref }), Endpoint];
    });
    expect(Object.fromEntries(addresses)).toEqual(expected);
  });
});

describe("the alarms by which a deployment is rolled back", () => {
  const rollsBack = rollbackAlarmIds(stackTemplate()).map((id) => ALARMS.find((alarm) => alarm.id === id));

  it("are five, the maximum of CloudFormation, and ring for the effects of a bad version", () => {
    const names = rollsBack.map((alarm) => alarm?.id.replace(/[0-9A-F]{8}$/, ""));
    expect(names.sort()).toEqual([
      "EventsEventsLateAlarm",
      "ServiceApiErrorsAlarm",
      "ServiceApiLatencyAlarm",
      "ServiceDeliveriesOverdueAlarm",
      "ServiceFunctionErrorsAlarm",
    ]);
  });

  it.each(pinnedStages())("can ring while a deployment to $name is watched", ({ monitoringMinutes = 0 }) => {
    for (const alarm of rollsBack) {
      const periodSeconds = alarm?.Period ?? alarm?.Metrics[1].MetricStat.Period;
      expect(periodSeconds).toBeGreaterThan(0);
      const ringsAfterMinutes = (periodSeconds * alarm?.EvaluationPeriods) / 60;
      // CloudWatch gets metrics some minutes late.
      expect(ringsAfterMinutes + 5).toBeLessThanOrEqual(monitoringMinutes);
    }
  });

  it.each(pinnedStages())(
    "can ring in $name for deliveries that have been due for ten minutes",
    ({ monitoringMinutes = 0 }) => {
      const overdue = rollsBack.find((alarm) => alarm?.MetricName === "OverdueSeconds");
      const seconds = overdue?.Threshold + overdue?.Period * overdue?.EvaluationPeriods;
      expect(seconds / 60).toBeLessThan(monitoringMinutes);
    },
  );

  it("are named in the operations guide", () => {
    const guide = read("operations.md");
    const [, text = ""] = /rolled back when one of (.*?) rings/s.exec(guide) ?? [];
    const documented = [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    expect(documented).toHaveLength(rollsBack.length);
    for (const alarm of rollsBack) expect(documented.some((name) => alarm?.id.includes(name))).toBe(true);
  });
});
