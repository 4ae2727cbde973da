import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Alarms } from "../../../lib/stacks/constructs/alarms.ts";
import { FAILURES } from "../../../lib/stacks/constructs/service-alarms.ts";
import { rollbackAlarmIds } from "../../../lib/stacks/deployment/rollback-alarms.ts";
import { pinnedStages } from "../../../lib/stacks/resolve-stage.ts";
import { STAGES, type StageName } from "../../../lib/stacks/stages.ts";
import { metricStatsOf } from "../../support/alarms/alarm-states.ts";
import { declaredAlarms, declaredResources } from "../../support/alarms/watched-stage.ts";
import { headingAnchors } from "../../support/headings.ts";
import { synthesizeTemplates } from "../../support/synthesized-templates.ts";

/** Returns the templates of a stage; CloudFront and the probe are lines of their own on the bill. */
const templatesOf = (name: StageName) =>
  synthesizeTemplates(name).filter(({ stackName }) => !/-(edge|probe)$/.test(stackName));
const STAGE = templatesOf("prod");
const ALARMS = declaredAlarms(STAGE);
const EVERY_ALARM = declaredAlarms(synthesizeTemplates("prod"));
const read = (guide: string) => readFileSync(join(import.meta.dirname, "../../../docs", guide), "utf8");
const RUNBOOKS = read("runbooks.md");
/** The runbooks' table of alarms: name, whom it tells, heading. */
const ROWS = [...RUNBOOKS.matchAll(/^\| `(\w+Alarm)` \| (page|ticket) \|.*\]\(#([\w-]+)\) \|$/gm)].map(
  ([, ...cells]) => cells,
);

/**
 * Dollars a month, without the free tier: https://aws.amazon.com/cloudwatch/pricing. An alarm costs as much for each
 * metric that it names.
 */
const PRICES: Readonly<Record<string, number>> = {
  "AWS::CloudWatch::CompositeAlarm": 0.5,
  "AWS::CloudWatch::Dashboard": 3,
  "AWS::CloudWatch::AnomalyDetector": 0.3,
  "AWS::Logs::MetricFilter": 0.3,
};
const METRIC_DOLLARS = 0.1;

const dollarsOf = (templates: typeof STAGE) => {
  const others = declaredResources(templates).map(({ type }) => PRICES[type] ?? 0);
  const metrics = declaredAlarms(templates).flatMap(({ properties }) => metricStatsOf(properties));
  return others.reduce((total, each) => total + each, METRIC_DOLLARS * metrics.length);
};

describe("what watches a stage without callers", () => {
  it.each(pinnedStages().map(({ name }) => name))("costs at most $1.20 a month in %s", (name) => {
    const dollars = dollarsOf(templatesOf(name));
    expect(dollars).toBeGreaterThan(0);
    expect(dollars).toBeLessThanOrEqual(1.2 + 1e-9);
  });

  it("costs nothing in the stage of a single engineer, which has no alarms and nobody to tell", () => {
    const dev = templatesOf("dev");
    expect(dollarsOf(dev)).toBe(0);
    expect(declaredResources(dev).filter(({ type }) => type === "AWS::SNS::Topic")).toEqual([]);
  });
});

describe("every alarm", () => {
  it("is one page for all that hurts at once, and a ticket each for missing copies, dead letters and late deliveries", () => {
    expect(ALARMS.map(({ name, topic }) => [name, topic])).toEqual([
      ["DeadLettersAlarm", "ticket"],
      ["BackupsMissingAlarm", "ticket"],
      ["ServiceFailingAlarm", "page"],
      ["ServiceLateDeliveriesAlarm", "ticket"],
    ]);
  });

  it.each(EVERY_ALARM)("$name names whom it affects and links its runbook", ({ name, properties, topic }) => {
    const [, impact, anchor = ""] =
      /^(.+)\. Runbook: https:.+docs\/runbooks\.md#([\w-]+)$/.exec(String(properties.AlarmDescription)) ?? [];
    expect(impact).toMatch(/firm|caller|subscriber/i);
    expect(ROWS).toContainEqual([name.replace(/^Service/, ""), topic, anchor]);
    expect(headingAnchors(RUNBOOKS)).toContain(anchor);
  });

  it("of the runbooks' table is declared", () => {
    expect(ROWS).toHaveLength(EVERY_ALARM.length);
  });

  it.each(ALARMS)("$name watches metrics that exist, at most the ten of CloudWatch", ({ properties }) => {
    const metrics = metricStatsOf(properties);
    expect(metrics.length).toBeLessThanOrEqual(10);
    for (const { Metric } of metrics)
      expect(Metric.Namespace).toMatch(/^AWS\/(ApiGateway|Backup|Lambda|SQS)$/);
  });

  it.each(ALARMS)("$name tells when it begins and when it ends", ({ properties }) => {
    expect(properties.AlarmActions).toHaveLength(1);
    expect(properties.OKActions).toEqual(properties.AlarmActions);
  });
});

it("the runbook of the page says what each value means, in powers of two, so that a sum names its parts", () => {
  const values = Object.values(FAILURES).map(({ value }) => value);
  expect(values).toEqual(values.map((_, index) => 2 ** index));
  for (const value of values) {
    const [, anchor = ""] = new RegExp(`^\\| ${value} \\|.*\\]\\(#([\\w-]+)\\)`, "m").exec(RUNBOOKS) ?? [];
    expect(headingAnchors(RUNBOOKS)).toContain(anchor);
  }
});

describe("each topic", () => {
  const state = Template.fromJSON(
    JSON.parse(STAGE.find(({ stackName }) => stackName.endsWith("-state"))?.text ?? ""),
  );
  const TOPICS = Object.keys(state.findResources("AWS::SNS::Topic"));

  it.each(TOPICS)("%s lets the account's alarms publish", (id) => {
    const policies = Object.values(
      state.findResources("AWS::SNS::TopicPolicy", { Properties: { Topics: [{ Ref: id }] } }),
    );
    const statements = policies.flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
    const [publishes] = statements.filter(
      ({ Action, Effect }) => Action === "sns:Publish" && Effect === "Allow",
    );
    expect([publishes.Principal.Service].flat()).toContain("cloudwatch.amazonaws.com");
    expect(publishes.Condition).toEqual({ StringEquals: { "aws:SourceAccount": STAGES.prod.env.account } });
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
    const alarms = new Alarms(stack, "Alarms", { runbookUrl: "", ...emails });
    for (const name of ["page", "ticket"] as const) alarms.topic(name);
    const subscriptions = Template.fromStack(stack).findResources("AWS::SNS::Subscription");
    const addresses = Object.values(subscriptions).map(({ Properties: { Protocol, TopicArn, Endpoint } }) => {
      expect(Protocol).toBe("email");
      return [TopicArn.Ref.replace(/[0-9A-F]{8}$/, ""), Endpoint];
    });
    expect(Object.fromEntries(addresses)).toEqual(expected);
  });
});

describe("the alarms by which a deployment is rolled back", () => {
  const service = STAGE.find(({ stackName }) => stackName === "intake-prod");
  const ids = rollbackAlarmIds(service?.text ?? "");
  const rollsBack = ALARMS.filter(({ id }) => ids.includes(id));

  it("are metric alarms of the service's stack, at most the five of CloudFormation", () => {
    expect(rollsBack.map(({ name, stackName }) => [name, stackName])).toEqual([
      ["ServiceFailingAlarm", "intake-prod"],
    ]);
    expect(rollsBack.length).toBeLessThanOrEqual(5);
  });

  it.each(pinnedStages())("can ring while a deployment to $name is watched", ({ monitoringMinutes = 0 }) => {
    for (const { properties } of rollsBack) {
      const periodSeconds = metricStatsOf(properties)[0]?.Period ?? 0;
      expect(periodSeconds).toBeGreaterThan(0);
      const ringsAfterMinutes = (periodSeconds * Number(properties.DatapointsToAlarm)) / 60;
      // CloudWatch gets metrics some minutes late.
      expect(ringsAfterMinutes + 5).toBeLessThanOrEqual(monitoringMinutes);
    }
  });

  it("are named in the operations guide", () => {
    const [, text = ""] = /rolled back when (.*?) rings/s.exec(read("operations.md")) ?? [];
    const documented = [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
    expect(documented).toEqual(rollsBack.map(({ name }) => name.replace(/^Service/, "")));
  });
});
