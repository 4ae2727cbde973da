import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import { replaceIntrinsics } from "../../../lib/local/template/intrinsics.ts";
import { createApp } from "../../../lib/stacks/cdk-app.ts";
import { BATCHES_OF_A_SHARD, PUBLISHING_CONCURRENCY } from "../../../lib/stacks/concurrency.ts";
import { IntakeStack } from "../../../lib/stacks/intake-stack.ts";
import { LiveStack } from "../../../lib/stacks/live-stack.ts";
import { toStage } from "../../../lib/stacks/resolve-stage.ts";
import type { StageSettings } from "../../../lib/stacks/stage-settings.ts";
import { STAGES } from "../../../lib/stacks/stages.ts";
import { STATEFUL_TYPES, StateStack } from "../../../lib/stacks/state-stack.ts";
import { COPIES, DOMAIN, EDGE } from "../../support/stage-options.ts";
import { createBundles } from "../../support/synthesize-stage.ts";
import { nestedTemplates, synthesizeTemplates } from "../../support/synthesized-templates.ts";

type Resource = {
  readonly Type: string;
  readonly Properties: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
};
type Resources = Readonly<Record<string, Resource>>;
type TemplateJson = {
  readonly Resources: Resources;
  readonly Parameters: Readonly<Record<string, { readonly Default?: string }>>;
};

const synthesized = (settings: StageSettings = {}) => {
  const all = synthesizeTemplates("prod", { domain: DOMAIN, edge: EDGE, ...settings });
  const json = (name: string): TemplateJson =>
    JSON.parse(all.find(({ stackName }) => stackName === name)?.text ?? "");
  const nested = nestedTemplates(all).map(({ text }): TemplateJson => JSON.parse(text));
  return {
    state: json("intake-prod-state"),
    service: json("intake-prod"),
    live: json("intake-prod-live"),
    nested,
  };
};
const typesOf = ({ Resources }: TemplateJson) => Object.values(Resources).map(({ Type }) => Type);
const ofType = ({ Resources }: TemplateJson, type: string) =>
  Object.entries(Resources).filter(([, { Type }]) => Type === type);

const CONNECTIONS = ["AWS::ApiGatewayV2::ApiMapping", "AWS::Events::Rule", "AWS::Lambda::EventSourceMapping"];

describe("the service", () => {
  const { state, service, nested } = synthesized();
  const resources = [service, ...nested].flatMap((each) => Object.values(each.Resources));

  it("holds no state, and retains nothing, so that it can be deleted and made again", () => {
    expect(resources.length).toBeGreaterThan(300);
    expect(resources.filter(({ Type }) => STATEFUL_TYPES.includes(Type))).toEqual([]);
    const policies = resources.flatMap((each) => [each.DeletionPolicy, each.UpdateReplacePolicy]);
    expect(policies.filter((policy) => policy?.startsWith("Retain"))).toEqual([]);
  });

  it("is not named by the state, which keeps the address, the bus, the queues and the logs", () => {
    expect(JSON.stringify(state)).not.toMatch(/"intake-prod"[^}]*OutputName/);
    expect(typesOf(state)).toEqual(
      expect.arrayContaining([
        "AWS::ApiGatewayV2::DomainName",
        "AWS::Events::EventBus",
        "AWS::Logs::LogGroup",
      ]),
    );
  });

  it("gives clients links with the host that callers use, which outlive it", () => {
    const functions = [service, ...nested].flatMap((each) => ofType(each, "AWS::Lambda::Function"));
    const environments = functions.map(([, { Properties }]) => JSON.stringify(Properties.Environment));
    const links = environments.flatMap((text) => text.match(/"PUBLIC_URL":"[^"]*"/g) ?? []);
    expect(links.length).toBeGreaterThan(60);
    expect(new Set(links)).toEqual(new Set([`"PUBLIC_URL":"https://${EDGE.domainName}"`]));
  });

  it("lets a rule invoke a function before the rule is told to", () => {
    const allowed = ofType(service, "AWS::Lambda::Permission").flatMap(([, { Properties }]) =>
      Properties.Principal === "events.amazonaws.com" ? JSON.stringify(Properties.SourceArn) : [],
    );
    expect(allowed).toEqual([
      expect.stringContaining(":rule/intake-prod/intake-prod-live-every-event"),
      expect.stringContaining(":rule/intake-prod-live-every-minute"),
    ]);
  });

  /**
   * A function with another id is a new one. The old one is deleted before `live` leads to the new one, so that events
   * would wait or fail meanwhile. Add a function beside the old one, and remove that one in a later deployment.
   */
  it("keeps the ids of what `live` invokes", () => {
    const values = ofType(service, "AWS::SSM::Parameter").map(([, { Properties }]) => Properties);
    expect(Object.fromEntries(values.map(({ Name, Value }) => [Name, Value]))).toEqual({
      "/intake-prod/api": { Ref: "ApiHttpApi4C294DC0" },
      "/intake-prod/publisher": { "Fn::GetAtt": ["EventsPublishEventsFFB41CB1", "Arn"] },
      "/intake-prod/fan-out": { "Fn::GetAtt": ["WebhooksFanOutEvent0B38E71F", "Arn"] },
      "/intake-prod/delivery": { "Fn::GetAtt": ["WebhooksDeliverWebhookD8E07FFE", "Arn"] },
      "/intake-prod/feed-reader": { "Fn::GetAtt": ["FeedsFetchFeed97C7DA30", "Arn"] },
      "/intake-prod/sweep": { "Fn::GetAtt": ["WebhooksSweepDeliveries6EBA86A8", "Arn"] },
    });
  });
});

describe("the stack `live`", () => {
  const { state, service, nested, live } = synthesized();

  it("owns everything that invokes functions without a call of the API, and the domain's mapping", () => {
    const others = [state, service, ...nested].flatMap(typesOf);
    expect(others.filter((type) => CONNECTIONS.includes(type))).toEqual([]);
    expect(typesOf(live).sort()).toEqual([
      "AWS::ApiGatewayV2::ApiMapping",
      "AWS::Backup::BackupPlan",
      "AWS::Backup::BackupSelection",
      "AWS::Events::Rule",
      "AWS::Events::Rule",
      "AWS::IAM::Role",
      "AWS::Lambda::EventSourceMapping",
      "AWS::Lambda::EventSourceMapping",
      "AWS::Lambda::EventSourceMapping",
    ]);
  });

  it("publishes several batches of a shard at once, for which the publisher reserves instances", () => {
    const [changes] = Object.entries(live.Resources).flatMap(([id, { Properties }]) =>
      id.startsWith("Changes") ? [Properties] : [],
    );
    expect(changes?.ParallelizationFactor).toBe(BATCHES_OF_A_SHARD);
    // A new table has four partitions, and one that takes 40,000 write units a second, as much as the quota, forty.
    expect(PUBLISHING_CONCURRENCY / BATCHES_OF_A_SHARD).toBeGreaterThan(4 * 4);
  });

  it("invokes nothing while the stage is paused, and leads the domain nowhere, so that its API can be deleted", () => {
    const paused = synthesized({ paused: "everything" }).live;
    const template = Template.fromJSON(JSON.parse(JSON.stringify(paused)));
    template.resourceCountIs("AWS::ApiGatewayV2::ApiMapping", 0);
    template.allResourcesProperties("AWS::Events::Rule", { State: "DISABLED" });
    template.allResourcesProperties("AWS::Lambda::EventSourceMapping", { Enabled: false });
  });

  it("invokes only the publisher while an erasure needs it, and the API's own address stays closed", () => {
    const addressOf = ({ Resources }: ReturnType<typeof synthesized>["service"]) =>
      Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
        Type === "AWS::ApiGatewayV2::Api" ? [Properties.DisableExecuteApiEndpoint] : [],
      );
    expect(addressOf(service)).toEqual([false]);
    expect(addressOf(synthesized({ paused: "everything" }).service)).toEqual([true]);
    const paused = synthesized({ paused: "everything but the publisher" });
    expect(addressOf(paused.service)).toEqual([true]);
    const template = Template.fromJSON(JSON.parse(JSON.stringify(paused.live)));
    template.resourceCountIs("AWS::ApiGatewayV2::ApiMapping", 0);
    template.allResourcesProperties("AWS::Events::Rule", { State: "DISABLED" });
    const mappings = Object.entries(template.findResources("AWS::Lambda::EventSourceMapping"));
    const enabled = mappings.filter(([, { Properties }]) => Properties.Enabled).map(([id]) => id);
    expect(enabled).toEqual([expect.stringMatching(/^Changes/)]);
  });
});

it("stacks read outputs of others only in properties that change in place, because CloudFormation may plan a replacement", () => {
  const { state, service, nested, live } = synthesized({ backupCopies: COPIES });
  const readers = [state, service, ...nested, live].flatMap(({ Resources }) =>
    Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
      Object.entries(Properties)
        .filter(([, value]) => JSON.stringify(value).includes("Fn::GetStackOutput"))
        .map(([name]) => `${Type} ${name}`),
    ),
  );
  expect([...new Set(readers)].sort()).toEqual([
    "AWS::ApiGatewayV2::Stage AccessLogSettings",
    "AWS::Backup::BackupPlan BackupPlan",
    "AWS::CloudWatch::Alarm AlarmActions",
    "AWS::CloudWatch::Alarm Dimensions",
    "AWS::CloudWatch::Alarm Metrics",
    "AWS::CloudWatch::Alarm OKActions",
    "AWS::IAM::Role Policies",
    "AWS::Lambda::EventInvokeConfig DestinationConfig",
    "AWS::Lambda::Function Environment",
    "AWS::Lambda::Function LoggingConfig",
  ]);
});

/** Properties whose change makes a new resource, by the documents of CloudFormation ("Update requires: Replacement"). */
const IMMUTABLE: Readonly<Record<string, readonly string[]>> = {
  "AWS::ApiGatewayV2::ApiMapping": ["DomainName"],
  "AWS::Events::Rule": ["EventBusName", "Name"],
  "AWS::Lambda::EventSourceMapping": ["EventSourceArn", "StartingPosition", "StartingPositionTimestamp"],
};

/** Returns the resources of a template with the value of each parameter, as CloudFormation compares them. */
const resolved = ({ Resources, Parameters }: TemplateJson, resolve: (name: string) => string) =>
  replaceIntrinsics(Resources, (intrinsic, argument) => {
    const name = Parameters[String(argument)]?.Default;
    return intrinsic === "Ref" && name ? resolve(name) : { [intrinsic]: argument };
  }) as Resources;

/** Returns the names of the properties that differ, by resource. */
const changesBetween = (before: Resources, after: Resources) =>
  Object.entries(before).flatMap(([id, { Type, Properties }]) => {
    const other = after[id]?.Properties ?? {};
    const names = Object.keys({ ...Properties, ...other }).filter(
      (name) => JSON.stringify(Properties[name]) !== JSON.stringify(other[name]),
    );
    return names.length > 0 ? [{ id, Type, names }] : [];
  });

describe("a service that is made again", () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-again-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  /** Synthesizes the stage with a service under another name. */
  const synthesizeWith = (serviceName: string) => {
    const stage = toStage("prod", { ...STAGES.prod, domain: DOMAIN, edge: EDGE });
    const app = createApp({ outdir: join(directory, serviceName) });
    mkdirSync(join(directory, `${serviceName}-bundles`));
    const bundles = createBundles(join(directory, `${serviceName}-bundles`));
    const state = new StateStack(app, "intake-prod-state", stage);
    const service = new IntakeStack(app, serviceName, { stage, state, bundles });
    const live = new LiveStack(app, "intake-prod-live", { stage, state, service });
    const json = (stack: StateStack | LiveStack) => Template.fromStack(stack).toJSON() as TemplateJson;
    return { state: json(state), live: json(live) };
  };
  const first = synthesizeWith("intake-prod");
  const second = synthesizeWith("intake-prod-b");

  it("changes nothing of the state", () => {
    expect(second.state).toEqual(first.state);
  });

  it.each([
    ["under the same name, so that each of its resources has another name", first.live],
    ["under another name", second.live],
  ])("%s, is taken over by `live` in place", (_case, after) => {
    const resolve = (generation: number) => (name: string) =>
      name.startsWith("/intake-prod-state/") ? name : `${name} ${generation}`;
    const before = resolved(first.live, resolve(1));
    const updated = resolved(after, resolve(2));
    expect(Object.keys(updated)).toEqual(Object.keys(before));
    const changes = changesBetween(before, updated);
    expect(changes.map(({ id, names }) => [id, ...names])).toEqual([
      ["ApiMapping", "ApiId"],
      ["EveryEvent", "Targets"],
      ["EveryMinute", "Targets"],
      ["Deliveries", "FunctionName"],
      ["Feeds", "FunctionName"],
      ["Changes", "FunctionName"],
    ]);
    for (const { Type, names } of changes)
      expect(names.filter((name) => IMMUTABLE[Type]?.includes(name))).toEqual([]);
  });
});
