import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "@jest/globals";
import * as z from "zod";
import { isAllowed, policyStatement } from "../../../../lib/local/iam/iam-policy.ts";
import { synthesizeGithubAccess } from "../../../../lib/stacks/github/github-access-app.ts";
import { bootstrapRoleArns } from "../../../../lib/stacks/github/role-arns.ts";
import { resolvePinnedStage } from "../../../../lib/stacks/resolve-stage.ts";
import { stackNameOf, stacksOf } from "../../../../lib/stacks/stage-names.ts";

// Validation takes seconds, and `bin/github-access.ts` validates the same stacks.
process.env.CDK_VALIDATION = "false";

const ROOT = join(import.meta.dirname, "../../../..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const PAGE = read("docs/aws-calls.md");
const BOOTSTRAP = read("node_modules/aws-cdk/lib/api/bootstrap/bootstrap-template.yaml");

/** Returns the rows of a table that begin with a call. */
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| `(\w+:\w+)` \| ([^|]*) \|/gm)].map(([, call = "", second = ""]) => ({
    call,
    second,
  }));
const [, DEPLOYMENTS = "", BY_HAND = ""] = /^## Deployments$(.*)^## By hand$(.*)/ms.exec(PAGE) ?? [];
const [OWN = "", BY_CLI = ""] = DEPLOYMENTS.split("The CDK CLI assumes");

const SERVICES: Readonly<Record<string, string>> = {
  apigatewayv2: "apigateway",
  "cloudwatch-logs": "logs",
  eventbridge: "events",
};
const ACTIONS: Readonly<Record<string, string>> = {
  "apigateway:GetStage": "apigateway:GET",
  "lambda:Invoke": "lambda:InvokeFunction",
  "s3:ListObjectsV2": "s3:ListBucket",
};

/** Returns the calls whose commands the files import from the AWS SDK. Those of items belong to `shared/table`. */
const callsOf = (files: readonly string[]): string[] => {
  const calls = files.flatMap((file) =>
    [...read(file).matchAll(/import \{([^}]+)\} from "@aws-sdk\/(?:client|lib)-([\w-]+)"/g)].flatMap(
      ([, names = "", module = ""]) =>
        [...names.matchAll(/\b(?:paginate(\w+)|(\w+)Command)\b/g)].map(
          ([, paged, command]) => `${SERVICES[module] ?? module}:${paged ?? command}`,
        ),
    ),
  );
  return [...new Set(calls.map((call) => ACTIONS[call] ?? call))].sort();
};
const filesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));

/** What `bin/deploy.ts` uses of the operator's commands. */
const SUBSCRIBERS = "sns:ListSubscriptionsByTopic";

it("lists every call of a deployment", () => {
  const calls = [...callsOf(filesIn("lib/stacks/deployment")), SUBSCRIBERS, "sts:AssumeRole"].sort();
  expect(rowsOf(OWN).map(({ call }) => call)).toEqual(calls);
});

it("lists every call of the operator's commands", () => {
  const stack = callsOf(["lib/stacks/deployment/stack-state.ts"]);
  const calls = new Set([...callsOf(filesIn("lib/operator")), ...stack]);
  expect(rowsOf(BY_HAND).map(({ call }) => call)).toEqual([...calls].sort());
});

it("PowerUserAccess leaves out nothing that the runbooks call, but what the page says in addition", () => {
  // AWS asks for `iam:PassRole` where a job of AWS Backup gets a role.
  const services = [...read("docs/runbooks.md").matchAll(/`aws ([\w-]+) [a-z-]+/g)].map(
    ([, service]) => service,
  );
  expect(services.length).toBeGreaterThan(15);
  expect(services.filter((service) => /^(account|iam|organizations)$/.test(service ?? ""))).toEqual([]);
  expect(BY_HAND).toContain("need `iam:PassRole` in addition");
});

it("no command calls AWS from elsewhere", () => {
  expect(callsOf(filesIn("bin"))).toEqual([]);
});

it("CDK's bootstrap allows what the CLI calls", () => {
  const partOf = (role: string) =>
    BOOTSTRAP.split(/^ {2}(?=\w+:$)/m)
      .filter((part) => part.includes(`-${role}-role-`))
      .join("");
  for (const { call, second } of rowsOf(BY_CLI)) {
    const [name = ""] = call.split(/(?<=Object)$/);
    expect(partOf(second.replaceAll("`", ""))).toMatch(new RegExp(`(- |Action: )${name}\\b`));
  }
});

const folder = mkdtempSync(join(tmpdir(), "intake-access-"));
afterAll(() => rmSync(folder, { recursive: true }));

const assembly = synthesizeGithubAccess({ outdir: folder });

const policies = z.object({
  Properties: z.object({
    PolicyName: z.string(),
    PolicyDocument: z.object({ Statement: z.array(z.unknown()) }),
  }),
});

const prod = resolvePinnedStage("prod");
const { account } = prod.env;
const STACKS = stacksOf(prod);
const arn = (service: string, resource: string, region = prod.env.region) =>
  `arn:aws:${service}:${region}:${account}:${resource}`;

/** The resources that a call of the list is about, as AWS names them. */
const RESOURCES: Readonly<Record<string, readonly string[]>> = {
  "the stage's stacks": STACKS.map(({ stackName, region }) =>
    arn("cloudformation", `stack/${stackName}/6b2e3f70-0000-11ef-8a4b-0affd7a6b0c1`, region),
  ),
  "the stage's table": [arn("dynamodb", `table/${stackNameOf(prod, "state")}-TableCD117FA1-1VTSC9ZQ4L7XK`)],
  "the alarms' topics": STACKS.filter(({ part }) => ["state", "edge", "probe"].includes(part)).flatMap(
    ({ stackName, region }) =>
      ["AlarmsTopic3A2DFEBA", "AlarmsTickets74B5D1FC"].map((id) =>
        arn("sns", `${stackName}-${id}-1VTSC9ZQ4L7XK`, region),
      ),
  ),
  "the roles of CDK's bootstrap": STACKS.flatMap(({ region }) => bootstrapRoleArns(prod, region)),
  "`*`": ["*"],
};

const statementsOf = (role: string) => {
  const { templateFullPath } = assembly.getStackByName("intake-github-prod");
  return Object.values<unknown>(JSON.parse(readFileSync(templateFullPath, "utf8")).Resources)
    .flatMap((resource) => policies.safeParse(resource).data ?? [])
    .filter(({ Properties }) => Properties.PolicyName.includes(role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .map((statement) => policyStatement.parse(statement));
};

it("the role of operators allows what their commands call, on the stage's resources, but no restore", () => {
  const named: Readonly<Record<string, string>> = {
    apigateway: `arn:aws:apigateway:${prod.env.region}::/apis/a1b2/stages/$default`,
    cloudformation: arn("cloudformation", "stack/intake-prod-state/6b2e3f70-0000-11ef-8a4b-0affd7a6b0c1"),
    dynamodb: arn("dynamodb", "table/intake-prod-state-TableCD117FA1-1VTSC9ZQ4L7XK"),
    lambda: arn("lambda", "function:intake-prod-EventsPublishEventsFFB41CB1-1VTSC9ZQ4L7X"),
    logs: arn("logs", "log-group:intake-prod-state-Logs6819BB44-1VTSC9ZQ4L7X"),
    s3: "arn:aws:s3:::intake-prod-state-discardedchanges598d9b7c-1vtsc9zq4l7x/a-key",
    sns: arn("sns", "intake-prod-state-AlarmsTopic3A2DFEBA-1VTSC9ZQ4L7X"),
    sqs: arn("sqs", "intake-prod-state-PublishEventsDeadLettersF69DE6E8-1VTSC9ZQ4L7X"),
  };
  const statements = statementsOf("operator");
  const isAllowedTo = (action: string) =>
    isAllowed(statements, { action, resource: named[action.split(":")[0] ?? ""] ?? "*" });
  const [restoring, running] = [true, false].map((restores) =>
    rowsOf(BY_HAND).flatMap(({ call, second }) =>
      (second.startsWith("restore;") || second === "restore") === restores ? [call] : [],
    ),
  );
  expect(running?.length).toBeGreaterThan(15);
  expect(running?.filter((call) => !isAllowedTo(call))).toEqual([]);
  expect(restoring?.filter(isAllowedTo)).toEqual([]);
});

it("the role of a deployment allows each call on its resources, and has no other permission", () => {
  const statements = statementsOf("githubdeploy");
  const required = rowsOf(OWN).flatMap(({ call: action, second }) =>
    (RESOURCES[second] ?? [second]).map((resource) => ({ action, resource })),
  );
  expect(required.filter((permission) => !isAllowed(statements, permission))).toEqual([]);
  const granted = statements.filter(({ Condition }) => !Condition).flatMap(({ Action }) => Action);
  expect([...new Set(granted)].sort()).toEqual(rowsOf(OWN).map(({ call }) => call));
});
