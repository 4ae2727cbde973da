import { describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import type { StageSettings } from "../../../lib/stacks/stage-settings.ts";
import { STAGES } from "../../../lib/stacks/stages.ts";
import { isProbeCached } from "../../support/alarms/edge-cache.ts";
import { declaredResources } from "../../support/alarms/watched-stage.ts";
import { PROBE } from "../../support/stage-options.ts";
import { synthesizeTemplates } from "../../support/synthesized-templates.ts";

const templatesWith = (settings: StageSettings, stage: "prod" | "dev" = "prod") =>
  Object.fromEntries(
    synthesizeTemplates(stage, settings).map(({ stackName, text }) => [
      stackName,
      Template.fromJSON(JSON.parse(text)),
    ]),
  );

const { "intake-prod-probe": probe } = templatesWith({ probe: PROBE });
if (probe === undefined) throw new Error("The stack is missing.");

describe("a probe from another region", () => {
  it("is absent unless a stage names its region", () => {
    const names = ["intake-dev-state", "intake-dev", "intake-dev-live"];
    expect(Object.keys(templatesWith({}, "dev"))).toEqual(names);
  });

  it.each([
    ["region", { ...PROBE, region: STAGES.prod.env.region }],
    ["region", { ...PROBE, region: "elsewhere" }],
    ["baseUrl", { ...PROBE, baseUrl: "http://api.example.com" }],
    ["baseUrl", { ...PROBE, baseUrl: "https://api.example.com/" }],
  ])("is refused with a wrong %s: %j", (name, probe) => {
    expect(() => templatesWith({ probe })).toThrow(name);
  });

  it("calls the API each minute, without a key, by a path of which CloudFront caches nothing", () => {
    probe.hasResourceProperties("AWS::Events::Rule", { ScheduleExpression: "rate(1 minute)" });
    probe.hasResourceProperties("AWS::Lambda::EventInvokeConfig", { MaximumRetryAttempts: 0 });
    const [handler] = Object.values(probe.findResources("AWS::Lambda::Function"));
    expect(handler?.Properties.Environment.Variables).toEqual({
      PROBED_URL: "https://api.example.com/api/me",
    });
    expect(isProbeCached(declaredResources(synthesizeTemplates("prod", { probe: PROBE })))).toBe(false);
  });

  it("may do nothing in AWS but log", () => {
    const [role] = Object.values(probe.findResources("AWS::IAM::Role"));
    const statements: { Action: string[] }[] = role?.Properties.Policies[0].PolicyDocument.Statement;
    expect(statements.flatMap(({ Action }) => Action)).toEqual(["logs:CreateLogStream", "logs:PutLogEvents"]);
    expect(role?.Properties.ManagedPolicyArns).toBeUndefined();
  });

  it("pages after three minutes without an answer, and when the probe itself does not run", () => {
    const [alarm] = Object.values(probe.findResources("AWS::CloudWatch::Alarm"));
    const page = Object.keys(probe.findResources("AWS::SNS::Topic")).find((name) =>
      name.startsWith("AlarmsTopic"),
    );
    const [expression, ...counted] = alarm?.Properties.Metrics ?? [];
    expect(expression.Expression).toBe("IF(invocations > errors, 0, 1)");
    expect(counted.map(({ MetricStat }: { MetricStat: { Period: number } }) => MetricStat.Period)).toEqual([
      60, 60,
    ]);
    expect(alarm?.Properties).toMatchObject({
      EvaluationPeriods: 3,
      TreatMissingData: "breaching",
      AlarmActions: [{ Ref: page }],
    });
  });

  it("notifies the person on call by e-mail, from its own region", () => {
    const addresses = Object.values(probe.findResources("AWS::SNS::Subscription")).map(
      ({ Properties }) => Properties.Endpoint,
    );
    expect(addresses).toContain(STAGES.prod.alarmEmail);
  });
});
