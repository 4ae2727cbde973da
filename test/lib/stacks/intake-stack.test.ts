import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { Match, Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { pascalCase } from "../../../lib/stacks/constructs/intake-api.ts";
import { LATE_SECONDS } from "../../../lib/stacks/constructs/service-alarms.ts";
import { resolveStage } from "../../../lib/stacks/resolve-stage.ts";
import { STAGES } from "../../../lib/stacks/stages.ts";
import { routeMethodsOf } from "../../../shared/api/endpoint-definition.ts";
import { ENDPOINTS } from "../../../shared/endpoints.ts";
import { INVOCATION_MILLISECONDS } from "../../../shared/erasure/erase-lead.ts";
import { PUBLIC_PATHS } from "../../../shared/routes.ts";
import {
  OVERDUE_MILLISECONDS,
  QUEUE_DELAY_MAXIMUM_MILLISECONDS,
} from "../../../shared/webhooks/webhook-retry-schedule.rules.ts";
import { creationOrder, mostAtOnce } from "../../support/creation-order.ts";
import { stackTemplate, templateFile } from "../../support/suite-resources.ts";

const template = Template.fromJSON(JSON.parse(stackTemplate()));

const list = z.union([z.string().transform((value) => [value]), z.array(z.string())]);
const statement = z.object({
  Effect: z.string(),
  Action: list,
  Resource: z.unknown(),
  Condition: z.unknown().optional(),
});
const role = z.object({
  Properties: z.object({
    Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) })),
  }),
});
type Statement = z.output<typeof statement>;

const roles = Object.entries(template.findResources("AWS::IAM::Role")).map(([id, resource]) => ({
  id,
  statements: role
    .parse(resource)
    .Properties.Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
}));
const allStatements = roles.flatMap(({ statements }) => statements);

const statementsOf = (functionId: string): Statement[] =>
  roles.filter(({ id }) => id.startsWith(`${functionId}Role`)).flatMap(({ statements }) => statements);

describe("resources", () => {
  /** The maximum of CloudFormation for one template. */
  const MAXIMUM = 500;
  const FURTHER_ENDPOINTS = 30;
  const routes = ENDPOINTS.flatMap(routeMethodsOf).length;
  /** The function, role, integration, permission, and one route, or two with HEAD. */
  const perEndpoint = 4 + Math.ceil(routes / ENDPOINTS.length);
  const folder = dirname(templateFile());
  const files = readdirSync(folder).filter(
    (name) => name.endsWith(".template.json") && join(folder, name) !== templateFile(),
  );

  it.each(files)(`in %s leave room for ${FURTHER_ENDPOINTS} more endpoints`, (file) => {
    const { Resources } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    expect(Object.keys(Resources).length + FURTHER_ENDPOINTS * perEndpoint).toBeLessThanOrEqual(MAXIMUM);
  });

  it("of an endpoint are four and its routes, in the stack named after the noun at the start of its path", () => {
    const nested = files.filter((name) => name.endsWith(".nested.template.json"));
    const types = nested.flatMap((file) => {
      const { Resources } = JSON.parse(readFileSync(join(folder, file), "utf8"));
      return Object.values<{ Type: string }>(Resources).map(({ Type }) => Type);
    });
    expect(nested).toHaveLength(new Set(ENDPOINTS.map(({ path }) => path.split("/")[2])).size);
    expect(types).toHaveLength(4 * ENDPOINTS.length + routes);
    template.resourceCountIs("AWS::IAM::Policy", 0);
  });

  it("of API Gateway are created and deleted a few at once, in all nested stacks, so that none is refused", () => {
    /** Operations a second of an account. */
    const OPERATIONS = 10;
    /** A creation and a look at its result, for which CloudFormation takes seconds. */
    const OPERATIONS_EACH = 2;
    const SECONDS_EACH = 0.6;
    const isOfApi = (type: string) => type.startsWith("AWS::ApiGatewayV2::");
    const atOnce = mostAtOnce(creationOrder(folder, "intake-dev"), isOfApi);
    expect((atOnce * OPERATIONS_EACH) / SECONDS_EACH).toBeLessThanOrEqual(OPERATIONS);
  });
});

const endpointStatements = (name: string) => statementsOf(pascalCase(name));

const WRITES = /^dynamodb:(Put|Update|Delete|BatchWrite|PartiQL|Transact|ConditionCheck)/;
const OF_KEYS = { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["KEY#*"] } };
const NOT_OF_KEYS = { "ForAllValues:StringNotLike": { "dynamodb:LeadingKeys": ["KEY#*"] } };
/** The condition of endpoints that write keys and other items in one transaction. */
const ALSO_OF_KEYS = { "ForAnyValue:StringLike": { "dynamodb:LeadingKeys": ["KEY#*"] } };
const NOT_ONLY_OF_KEYS = { "ForAnyValue:StringNotLike": { "dynamodb:LeadingKeys": ["KEY#*"] } };
const OF_RATE_WINDOWS = {
  ...OF_KEYS,
  "ForAllValues:StringEquals": {
    "dynamodb:Attributes": ["pk", "sk", "windowStartMilliseconds", "windowUsed", "permitsPerLease"],
  },
};

describe("endpoints", () => {
  const ROUTES = ENDPOINTS.flatMap((endpoint) =>
    routeMethodsOf(endpoint).map((method) => ({ ...endpoint, method })),
  );

  it.each(ROUTES)("$method $path has a route to its own function", ({ method, path, name }) => {
    const [id] = Object.keys(template.findResources("AWS::Lambda::Function")).filter((logicalId) =>
      new RegExp(`^${pascalCase(name)}[0-9A-F]{8}$`).test(logicalId),
    );
    expect(id).toBeDefined();
    const routes = template.findResources("AWS::ApiGatewayV2::Route", {
      Properties: { RouteKey: `${method} ${path}` },
    });
    expect(Object.keys(routes)).toHaveLength(1);
    const [route] = Object.values(routes);
    const target: string = route?.Properties.Target["Fn::Join"][1][1].Ref;
    const integration = template.findResources("AWS::ApiGatewayV2::Integration")[target];
    expect(integration?.Properties).toMatchObject({
      IntegrationUri: { "Fn::GetAtt": [id, "Arn"] },
      PayloadFormatVersion: "2.0",
    });
  });

  it("has routes for public resources, and a catch-all route for everything else", () => {
    const publicRoutes = Object.values(PUBLIC_PATHS).flat();
    const others = ["$default", ...publicRoutes.flatMap((path) => [`GET ${path}`, `HEAD ${path}`])];
    for (const RouteKey of others) {
      template.hasResourceProperties("AWS::ApiGatewayV2::Route", { RouteKey });
    }
    template.resourceCountIs("AWS::ApiGatewayV2::Route", ROUTES.length + others.length);
  });

  it("log neither the address, which may contain an ingestion key, nor the origin of a request", () => {
    const [stage] = Object.values(template.findResources("AWS::ApiGatewayV2::Stage"));
    const format: string = stage?.Properties.AccessLogSettings.Format;
    expect(format.match(/\$context\.[\w.]+/g)).toEqual([
      "$context.requestId",
      "$context.requestTime",
      "$context.routeKey",
      "$context.status",
      "$context.responseLatency",
      "$context.integration.requestId",
      "$context.integrationErrorMessage",
    ]);
  });

  it.each(ENDPOINTS.filter(({ method, scope }) => method === "GET" || scope?.endsWith(":read")))(
    "$name cannot write a record",
    ({ name }) => {
      const statements = endpointStatements(name);
      expect(statements.length).toBeGreaterThan(0);
      const writeStatements = statements.filter(({ Action }) => Action.some((action) => WRITES.test(action)));
      expect(writeStatements.map(({ Action, Condition }) => ({ Action, Condition }))).toEqual([
        { Action: ["dynamodb:UpdateItem"], Condition: OF_RATE_WINDOWS },
      ]);
    },
  );

  it.each(ENDPOINTS)("$name may call exactly the actions of its definition", (definition) => {
    const { name, tableActions, keyActions, isKeyless } = definition;
    const granted = endpointStatements(name).flatMap(({ Action, Resource, Condition }) =>
      Action.filter((action) => action.startsWith("dynamodb:")).map((action) => [
        action.replace("dynamodb:", "") + (JSON.stringify(Resource).includes("/index/*") ? "Index" : ""),
        Condition,
      ]),
    );
    const ofOthers = keyActions ? NOT_ONLY_OF_KEYS : NOT_OF_KEYS;
    const defined = [
      ...tableActions.map((action) => [action, /Put|Update|Delete/.test(action) ? ofOthers : undefined]),
      ...(keyActions ?? []).map((action) => [action, ALSO_OF_KEYS]),
      ...(isKeyless ? [] : [["UpdateItem", OF_RATE_WINDOWS]]),
    ];
    expect(granted.map((grant) => JSON.stringify(grant)).sort()).toEqual(
      defined.map((grant) => JSON.stringify(grant)).sort(),
    );
  });
});

describe("least privilege", () => {
  it("allows no wildcard action", () => {
    expect(allStatements.flatMap(({ Action }) => Action).filter((action) => action.includes("*"))).toEqual(
      [],
    );
  });

  it("allows only one action on every resource, since it supports nothing narrower: ListStreams", () => {
    const everywhere = allStatements.filter(({ Resource }) => JSON.stringify(Resource).includes('"*"'));
    const actions = everywhere.flatMap(({ Action }) => Action);
    expect(actions).toEqual(["dynamodb:ListStreams"]);
  });
});

describe("functions", () => {
  it("run on arm64 and nodejs24.x, are not traced, and log JSON to one log group with a retention", () => {
    const functions = Object.values(template.findResources("AWS::Lambda::Function"));
    const logGroups = new Set<string>();
    for (const { Properties } of functions) {
      expect(Properties).toMatchObject({
        Architectures: ["arm64"],
        Runtime: "nodejs24.x",
      });
      expect(Properties.TracingConfig).toBeUndefined();
      expect(Properties.LoggingConfig).toMatchObject({ LogFormat: "JSON", SystemLogLevel: "WARN" });
      logGroups.add(Properties.LoggingConfig.LogGroup.Ref);
    }
    expect(logGroups.size).toBe(1);
    template.allResourcesProperties("AWS::Logs::LogGroup", { RetentionInDays: Match.anyValue() });
  });
});

describe("publisher", () => {
  it("may append to the log, move a lead's last activity, check leads, and delete only keys of conflicts", () => {
    const statements = statementsOf("EventsPublishEvents");
    const actions = statements.flatMap(({ Action }) => Action);
    expect(actions.filter((action) => action.startsWith("dynamodb:")).sort()).toEqual(
      expect.arrayContaining(["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"]),
    );
    const deletes = statements.filter(({ Action }) => Action.includes("dynamodb:DeleteItem"));
    expect(deletes.map(({ Condition }) => Condition)).toEqual([
      { "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["FIRM#*#CONFLICTKEY#*"] } },
    ]);
  });

  it("reads the table's stream from the start, bisects failed batches and keeps discarded ones whole", () => {
    template.hasResourceProperties("AWS::Lambda::EventSourceMapping", {
      EventSourceArn: { "Fn::GetAtt": [Match.stringLikeRegexp("^Table"), "StreamArn"] },
      StartingPosition: "TRIM_HORIZON",
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      DestinationConfig: {
        OnFailure: { Destination: { "Fn::GetAtt": [Match.stringLikeRegexp("DiscardedChanges"), "Arn"] } },
      },
    });
    const statements = statementsOf("EventsPublishEvents").filter(({ Action }) =>
      Action[0]?.startsWith("s3:"),
    );
    expect(statements.flatMap(({ Action }) => Action)).toEqual(["s3:PutObject", "s3:ListBucket"]);
  });

  it("retries a record until it is too old, without a limit of attempts", () => {
    const [mapping] = Object.values(template.findResources("AWS::Lambda::EventSourceMapping")).filter(
      ({ Properties }) => "StartingPosition" in Properties,
    );
    expect(mapping?.Properties.MaximumRecordAgeInSeconds).toBe(23 * 3_600);
    expect(mapping?.Properties).not.toHaveProperty("MaximumRetryAttempts");
  });

  it("keeps discarded batches when the stack is deleted, since a bucket with any could not be deleted", () => {
    template.hasResource("AWS::S3::Bucket", {
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: { LifecycleConfiguration: { Rules: [{ ExpirationInDays: 90, Status: "Enabled" }] } },
    });
    template.allResources("AWS::DynamoDB::Table", { DeletionPolicy: "Delete" });
  });

  it("keeps discarded batches encrypted and out of public reach", () => {
    template.hasResourceProperties("AWS::S3::Bucket", {
      BucketEncryption: Match.anyValue(),
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
    });
  });

  it("may send unpublishable records to its dead letters, and nothing else", () => {
    const granted = statementsOf("EventsPublishEvents").filter(({ Action }) =>
      Action.includes("sqs:SendMessage"),
    );
    expect(granted).toMatchObject([
      {
        Action: ["sqs:SendMessage"],
        Resource: { "Fn::GetAtt": [expect.stringContaining("DeadLetters"), "Arn"] },
      },
    ]);
  });
});

const functionTimeouts = Object.fromEntries(
  Object.entries(template.findResources("AWS::Lambda::Function")).map(([id, { Properties }]) => [
    id,
    Number(Properties.Timeout),
  ]),
);

it("an erasure waits longer than any function may run", () => {
  expect(Math.max(...Object.values(functionTimeouts)) * 1_000).toBeLessThan(INVOCATION_MILLISECONDS);
});

describe("webhook delivery", () => {
  const resources = (type: string) => Object.values(template.findResources(type));

  it("sends every event of the service to the fan-out", () => {
    template.hasResourceProperties("AWS::Events::Rule", {
      EventPattern: { source: ["intake"] },
      Targets: [
        Match.objectLike({
          Arn: { "Fn::GetAtt": [Match.stringLikeRegexp("^WebhooksFanOutEvent"), "Arn"] },
          DeadLetterConfig: { Arn: { "Fn::GetAtt": [Match.stringLikeRegexp("DeadLetters"), "Arn"] } },
        }),
      ],
    });
  });

  it("retries a failed fan-out and then sends the event to a dead-letter queue", () => {
    template.hasResourceProperties("AWS::Lambda::EventInvokeConfig", {
      MaximumRetryAttempts: 2,
      DestinationConfig: {
        OnFailure: { Destination: { "Fn::GetAtt": [Match.stringLikeRegexp("DeadLetters"), "Arn"] } },
      },
    });
  });

  it("hides a message for six times the timeout of its function, and forgets what the sweep has queued again", () => {
    const mappings = resources("AWS::Lambda::EventSourceMapping").filter(
      ({ Properties }) => !("StartingPosition" in Properties),
    );
    expect(mappings).toHaveLength(2);
    for (const { Properties } of mappings) {
      expect(Properties).toMatchObject({ BatchSize: 1, FunctionResponseTypes: ["ReportBatchItemFailures"] });
      const queue = template.findResources("AWS::SQS::Queue")[Properties.EventSourceArn["Fn::GetAtt"][0]];
      expect(queue?.Properties.VisibilityTimeout).toBe(
        6 * (functionTimeouts[Properties.FunctionName["Fn::GetAtt"][0]] ?? 0),
      );
      expect(queue?.Properties.RedrivePolicy).toBeUndefined();
      const { MessageRetentionPeriod: kept } = queue?.Properties ?? {};
      // Longer than an attempt may wait before the alarm on late deliveries, and the longest delay with a sweep after it.
      expect(kept).toBeGreaterThan(LATE_SECONDS);
      expect(kept * 1_000).toBeGreaterThan(QUEUE_DELAY_MAXIMUM_MILLISECONDS + OVERDUE_MILLISECONDS);
      // Fair queues are standard queues.
      expect(queue?.Properties.FifoQueue).toBeUndefined();
    }
  });

  it("sweeps every minute, and repeats no invocation that fails or is throttled", () => {
    template.hasResourceProperties("AWS::Lambda::EventInvokeConfig", {
      FunctionName: { Ref: Match.stringLikeRegexp("^WebhooksSweepDeliveries") },
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
    template.hasResourceProperties("AWS::Events::Rule", {
      ScheduleExpression: "rate(1 minute)",
      Targets: [
        Match.objectLike({
          Arn: { "Fn::GetAtt": [Match.stringLikeRegexp("^WebhooksSweepDeliveries"), "Arn"] },
        }),
      ],
    });
  });

  it("uses some hundred instances", () => {
    const [{ Properties } = { Properties: Object() }] = resources("AWS::Lambda::EventSourceMapping").filter(
      ({ Properties: mapping }) => !("StartingPosition" in mapping),
    );
    expect(Properties.ScalingConfig.MaximumConcurrency).toBe(240);
  });

  it.each([
    ["WebhooksFanOutEvent", ["dynamodb:PutItem", "dynamodb:Query"]],
    ["WebhooksDeliverWebhook", ["dynamodb:BatchGetItem", "dynamodb:Query", "dynamodb:UpdateItem"]],
    [
      "WebhooksSweepDeliveries",
      [
        "dynamodb:BatchGetItem",
        "dynamodb:ConditionCheckItem",
        "dynamodb:DeleteItem",
        "dynamodb:DeleteItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
        "dynamodb:Query",
        "dynamodb:UpdateItem",
      ],
    ],
  ])("%s may call %j on the table", (id, actions) => {
    const granted = statementsOf(id).flatMap(({ Action }) => Action);
    expect(granted.filter((action) => action.startsWith("dynamodb:")).sort()).toEqual(actions);
    expect(granted).toContain("sqs:SendMessage");
  });
});

describe("stages", () => {
  it("allow webhooks to plain http and to this machine only in the local stage", () => {
    const names = Object.keys(STAGES);
    expect(names.filter((name) => "REQUEST_TARGETS" in resolveStage(name).environment)).toEqual(["local"]);
    const variables = Object.values(template.findResources("AWS::Lambda::Function")).map(
      ({ Properties }) => Properties.Environment.Variables,
    );
    expect(variables.filter((variable) => "REQUEST_TARGETS" in variable)).toEqual([]);
  });
});
