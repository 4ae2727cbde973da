import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CancelUpdateStackCommand, UpdateTerminationProtectionCommand } from "@aws-sdk/client-cloudformation";
import { afterAll, beforeEach, describe, expect, it } from "@jest/globals";
import { ROLLS_BACK } from "../../../../lib/stacks/constructs/alarms.ts";
import { UNWATCHED } from "../../../../lib/stacks/deployment/rollback-alarms.ts";
import { resolvePinnedStage } from "../../../../lib/stacks/resolve-stage.ts";
import { parseByCdk } from "../../../support/parse-by-cdk.ts";
import { ALARM_ARN, SimulatedCloud } from "../../../support/simulated-cloud.ts";
import { DOMAIN, EDGE, PROBE } from "../../../support/stage-options.ts";

const STACKS = ["intake-staging-state", "intake-staging", "intake-staging-live"];

const [EDGE_STACK, PROBE_STACK] = ["intake-staging-edge", "intake-staging-probe"] as const;

const liveTemplate = (settings: object = {}) => ({
  Resources: {
    ApiMapping: { Type: "AWS::ApiGatewayV2::ApiMapping" },
    Changes: { Type: "AWS::Lambda::EventSourceMapping", Properties: { Enabled: true, ...settings } },
  },
});

const apiTemplate = (DisableExecuteApiEndpoint: boolean) => ({
  Resources: { Api: { Type: "AWS::ApiGatewayV2::Api", Properties: { DisableExecuteApiEndpoint } } },
});

const assembly = mkdtempSync(join(tmpdir(), "intake-assembly-"));
afterAll(() => rmSync(assembly, { recursive: true }));
const writeTemplate = (table: unknown) => {
  const alarm = { Type: "AWS::CloudWatch::Alarm", Metadata: { [ROLLS_BACK]: true } };
  const Resources = { Errors: alarm, Latency: alarm, Added: alarm, Late: { Type: "AWS::CloudWatch::Alarm" } };
  const Outputs = { TableName: { Value: table } };
  writeFileSync(join(assembly, "intake-staging.template.json"), JSON.stringify({ Resources }));
  writeFileSync(join(assembly, "intake-staging-state.template.json"), JSON.stringify({ Outputs }));
  writeFileSync(join(assembly, "intake-staging-live.template.json"), JSON.stringify(liveTemplate()));
};
beforeEach(() => writeTemplate({ Ref: "Table" }));

let cloud: SimulatedCloud;
beforeEach(() => {
  cloud = new SimulatedCloud(assembly);
});

const updating = (resourceStatus: string) => () => {
  cloud.status = "UPDATE_IN_PROGRESS";
  cloud.resourceStatus = resourceStatus;
};
const UPDATE = [() => {}, updating("UPDATE_IN_PROGRESS"), updating("UPDATE_COMPLETE")];
const WATCHED = [`${ALARM_ARN}intake-staging-Errors`, `${ALARM_ARN}intake-staging-Latency`];
const TARGET = { baseUrl: "https://api.example", table: "intake-staging-Table" };

/** Deploys; CloudFormation ends the update of the service with this status. */
const deployAs = async (status: string, meanwhile = () => {}) => {
  const deploying = cloud.deploy();
  await new Promise(setImmediate);
  meanwhile();
  cloud.end(status);
  return deploying;
};

const deployments = () => (cloud.cdkArgs.length > 0 ? 1 : 0);
const cancellations = () => cloud.cloudFormation.commandCalls(CancelUpdateStackCommand).length;

describe("an update", () => {
  beforeEach(() => {
    cloud.polls = [...UPDATE];
  });

  it("deploys the assembly unchanged, watched by the deployed alarms that it keeps", async () => {
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.cdkArgs.slice(0, 4)).toEqual(["deploy", "intake-staging", "--app", assembly]);
    expect(cloud.triggers).toEqual(WATCHED);
    expect(cloud.cdkArgs.slice(-2)).toEqual([
      "--monitoring-time-minutes",
      String(resolvePinnedStage("staging").monitoringMinutes),
    ]);
  });

  it("is described to the CDK CLI as the CLI reads it", async () => {
    expect(await cloud.deploy()).toBe(true);
    expect(parseByCdk(cloud.cdkArgs)).toMatchObject({
      STACKS: ["intake-staging"],
      rollbackTriggerAlarmArns: WATCHED,
      monitoringTimeMinutes: resolvePinnedStage("staging").monitoringMinutes,
    });
  });

  it.each<[why: string, fault: () => unknown, tests: number, line: string]>([
    ["the smoke test fails", () => Object.assign(cloud, { works: false }), 1, ""],
    [
      "the smoke test cannot run",
      () =>
        Object.defineProperty(cloud, "works", {
          get: () => {
            throw new Error("no such program");
          },
        }),
      1,
      "The smoke test cannot run: Error: no such program",
    ],
    ["its progress cannot be read", () => Object.assign(cloud, { failedReads: Infinity }), 0, ""],
    [
      "CloudFormation does not watch every alarm",
      () => Object.assign(cloud, { accepts: (arn: string) => arn === WATCHED[0] }),
      0,
      `CloudFormation does not watch these alarms: ${WATCHED[1]}`,
    ],
  ])("is rolled back when %s", async (_why, fault, tests, line) => {
    fault();
    expect(await cloud.deploy()).toBe(false);
    expect([cancellations(), cloud.smokeTests.length]).toEqual([1, tests]);
    expect(cloud.status).toBe("UPDATE_ROLLBACK_COMPLETE");
    expect(["", ...cloud.lines]).toContain(line);
  });

  it("first deploys the resources that the stage keeps, without alarms", async () => {
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.stateCdkArgs).toEqual([
      "deploy",
      "intake-staging-state",
      "--app",
      assembly,
      "--exclusively",
      "--require-approval",
      "never",
    ]);
  });

  it("ends when the resources that the stage keeps cannot be deployed", async () => {
    cloud.stateDeploys = false;
    expect(await cloud.deploy()).toBe(false);
    expect(deployments()).toBe(0);
  });

  it("is tested while the alarms are watched, and then left alone", async () => {
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.smokeTests).toEqual([{ ...TARGET, status: "UPDATE_IN_PROGRESS" }]);
    expect(cancellations()).toBe(0);
  });

  it("is not tested while resources are still updated, however long that takes", async () => {
    const progress = [updating("UPDATE_COMPLETE"), ...Array(50).fill(updating("UPDATE_IN_PROGRESS"))];
    cloud.polls = [...progress, updating("UPDATE_COMPLETE")];
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.polls).toHaveLength(1);
  });

  it("is tested although one read of its progress fails", async () => {
    cloud.failedReads = 1;
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.smokeTests).toHaveLength(1);
    expect(cloud.lines).toContain("The progress cannot be read: Error: Rate exceeded");
  });

  it("fails when CloudFormation rolls it back", async () => {
    cloud.polls = [...UPDATE.slice(0, 2), () => cloud.end("UPDATE_ROLLBACK_COMPLETE")];
    expect(await cloud.deploy()).toBe(false);
    expect(cloud.smokeTests).toEqual([]);
  });

  it("fails when an alarm rings after the smoke test", async () => {
    cloud.statusAfterTest = "UPDATE_ROLLBACK_COMPLETE";
    expect(await cloud.deploy()).toBe(false);
    expect(cancellations()).toBe(0);
  });
});

it("does not watch an alarm that already rings, and reports that: the update may end it", async () => {
  cloud.polls = [...UPDATE];
  cloud.ringing = ["intake-staging-Errors"];
  expect(await cloud.deploy()).toBe(true);
  expect(cloud.triggers).toEqual([`${ALARM_ARN}intake-staging-Latency`]);
  expect(cloud.lines.join()).toContain("already ring and are not watched: intake-staging-Errors");
});

it("drops the triggers of the previous deployment when every alarm rings", async () => {
  cloud.polls = [...UPDATE];
  cloud.ringing = ["intake-staging-Errors", "intake-staging-Latency"];
  expect(await cloud.deploy()).toBe(true);
  expect(cloud.triggers).toEqual(["none"]);
});

it.each([null, "REVIEW_IN_PROGRESS"])(
  "deploys for the first time (%s) without alarms, then tests",
  async (status) => {
    cloud.status = status;
    expect(await deployAs("CREATE_COMPLETE")).toBe(true);
    expect(cloud.triggers).toEqual([]);
    expect(cloud.smokeTests).toEqual([{ ...TARGET, status: "CREATE_COMPLETE" }]);
  },
);

describe("the stack that connects state and service", () => {
  beforeEach(() => {
    cloud.polls = [...UPDATE];
  });

  it("is deployed last, watched by the alarms of the service", async () => {
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.deployed).toEqual(STACKS);
    expect(cloud.liveCdkArgs.slice(0, 4)).toEqual(["deploy", "intake-staging-live", "--app", assembly]);
    expect(cloud.liveCdkArgs.filter((arg) => arg.startsWith("arn:"))).toEqual(WATCHED);
  });

  it.each([
    [true, 2],
    [false, 1],
  ])("is tested once more only if it changed (%s)", async (liveChanges, tests) => {
    cloud.liveChanges = liveChanges;
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.smokeTests).toHaveLength(tests);
  });

  it("is not deployed when the service was rolled back", async () => {
    cloud.works = false;
    expect(await cloud.deploy()).toBe(false);
    expect(cloud.deployed).not.toContain("intake-staging-live");
  });

  it("fails the deployment when it cannot be deployed", async () => {
    cloud.liveDeploys = false;
    expect(await cloud.deploy()).toBe(false);
  });

  it("is deployed before the first test of a service that was deleted and made again, and watches none of its old alarms", async () => {
    cloud.status = null;
    expect(await deployAs("CREATE_COMPLETE", () => expect(cloud.smokeTests).toEqual([]))).toBe(true);
    expect(cloud.deployed).toEqual(STACKS);
    expect(cloud.liveCdkArgs.slice(-4)).toEqual(UNWATCHED);
    expect(cloud.smokeTests).toEqual([{ ...TARGET, status: "CREATE_COMPLETE" }]);
  });
});

it.each([
  ["was paused", liveTemplate({ Enabled: false })],
  ["had no domain", { Resources: { Changes: liveTemplate().Resources.Changes } }],
])(
  "is tested after the last stack when the stage %s, since nothing served before",
  async (_title, deployed) => {
    cloud.liveTemplate = deployed;
    expect(await deployAs("UPDATE_COMPLETE", () => expect(cloud.smokeTests).toEqual([]))).toBe(true);
    expect(cloud.deployed).toEqual(STACKS);
    expect(cloud.smokeTests).toEqual([{ ...TARGET, status: "UPDATE_COMPLETE" }]);
  },
);

it("neither tests nor watches a stage that is paused", async () => {
  cloud.settings = { paused: "everything" };
  expect(await deployAs("UPDATE_COMPLETE")).toBe(true);
  expect(cloud.smokeTests).toEqual([]);
  for (const args of [cloud.cdkArgs, cloud.liveCdkArgs]) expect(args.slice(-4)).toEqual(UNWATCHED);
});

describe("termination protection", () => {
  const changes = () =>
    cloud.cloudFormation
      .commandCalls(UpdateTerminationProtectionCommand)
      .map(({ args: [{ input }] }) => input);
  it.each([null, "REVIEW_IN_PROGRESS"])(
    "of a stack that is created (%s) is left to the CDK CLI",
    async (status) => {
      cloud.status = status;
      cloud.stateStatus = status;
      cloud.liveStatus = status;
      expect(await deployAs("CREATE_COMPLETE")).toBe(true);
      expect([...cloud.protectedStacks]).toEqual(STACKS);
      expect(changes()).toEqual([]);
    },
  );

  it.each(["ROLLBACK_COMPLETE", "ROLLBACK_FAILED"])(
    "is lifted from the remains of a failed creation (%s), so that the CDK CLI can delete them",
    async (status) => {
      cloud.status = null;
      expect(await deployAs(status)).toBe(false);
      expect([...cloud.protectedStacks]).toEqual(STACKS.slice(0, 2));
      expect(await deployAs("CREATE_COMPLETE")).toBe(true);
      expect(changes()).toEqual([{ StackName: "intake-staging", EnableTerminationProtection: false }]);
      expect([...cloud.protectedStacks].sort()).toEqual([...STACKS].sort());
      expect(cloud.smokeTests).toHaveLength(1);
    },
  );

  it("is lifted in the region of the stack", async () => {
    cloud.settings = { domain: DOMAIN, probe: { ...PROBE, baseUrl: `https://${DOMAIN.name}` } };
    cloud.addresses = [DOMAIN.name];
    cloud.elsewhere[`${PROBE.region} ${PROBE_STACK}`] = "ROLLBACK_COMPLETE";
    cloud.protectedStacks.add(PROBE_STACK);
    cloud.polls = [...UPDATE];
    expect(await cloud.deploy()).toBe(true);
    expect(changes()).toEqual([{ StackName: PROBE_STACK, EnableTerminationProtection: false }]);
  });

  it.each(["UPDATE_COMPLETE", "UPDATE_ROLLBACK_COMPLETE", "UPDATE_ROLLBACK_FAILED", "DELETE_FAILED"])(
    "of a stack that was ever deployed (%s) is never lifted",
    async (status) => {
      cloud.status = status;
      cloud.polls = [...UPDATE];
      expect(await cloud.deploy()).toBe(true);
      expect(changes()).toEqual([]);
    },
  );
});

it("tests the deployed version when nothing has changed", async () => {
  cloud.polls = [() => cloud.end("UPDATE_COMPLETE")];
  expect(await cloud.deploy()).toBe(true);
  expect(cloud.smokeTests).toHaveLength(1);
});

it("waits for the update of an interrupted workflow", async () => {
  cloud.status = "UPDATE_ROLLBACK_IN_PROGRESS";
  const args: number[] = [];
  cloud.polls = [
    () => args.push(cloud.cdkArgs.length),
    () => {
      cloud.status = "UPDATE_ROLLBACK_COMPLETE";
    },
    ...UPDATE,
  ];
  expect(await cloud.deploy()).toBe(true);
  expect(args).toEqual([0]);
  expect(cloud.lines[0]).toBe("intake-staging is in UPDATE_ROLLBACK_IN_PROGRESS: waiting");
});

describe("a deployment that would change the table", () => {
  const RESTORED = "intake-staging-restored";
  const RESTORED_STREAM = `arn:aws:dynamodb:us-east-1:111122223333:table/${RESTORED}/stream/1`;
  beforeEach(() => {
    cloud.polls = [...UPDATE];
    cloud.settings = { paused: "everything" };
    cloud.liveTemplate = { Resources: { Changes: liveTemplate({ Enabled: false }).Resources.Changes } };
    cloud.serviceTemplate = apiTemplate(true);
  });

  /** Deploys on the restored table; CloudFormation ends the update of the service with this status. */
  const swing = async (status = "UPDATE_COMPLETE", table: unknown = RESTORED) => {
    writeTemplate(table);
    const deploying = Promise.allSettled([cloud.deploy(true)]);
    await new Promise(setImmediate);
    if (status === "UPDATE_COMPLETE") cloud.table = RESTORED;
    cloud.end(status);
    const [result] = await deploying;
    if (result.status === "rejected") throw result.reason;
    return result.value;
  };

  it.each([
    ["to a restored one", "intake-staging-Table", RESTORED, RESTORED],
    ["back to the stack's own", RESTORED, { Ref: "Table" }, "intake-staging-Table"],
    [
      "to a new one, since its construct was renamed",
      "intake-staging-Table",
      { Ref: "Records" },
      "a new, empty",
    ],
  ])("%s is refused", async (_title, deployed, inTemplate, named) => {
    cloud.table = deployed;
    writeTemplate(inTemplate);
    await expect(cloud.deploy()).rejects.toThrow(`works on ${deployed} and would work on ${named}`);
    expect(deployments()).toBe(0);
  });

  it("is made on request, without test and alarms: callers are kept out meanwhile", async () => {
    expect(await swing()).toBe(true);
    expect(cloud.triggers).toEqual(["none"]);
    expect(cloud.cdkArgs.slice(-2)).toEqual(["--monitoring-time-minutes", "0"]);
    expect(cloud.smokeTests).toEqual([]);
  });

  it("lets the CDK CLI import the restored table", async () => {
    cloud.settings = { ...cloud.settings, restoredTableStreamArn: RESTORED_STREAM };
    expect(await swing()).toBe(true);
    expect(parseByCdk(cloud.stateCdkArgs)).toMatchObject({
      STACKS: ["intake-staging-state"],
      importExistingResources: true,
    });
    expect(cloud.cdkArgs).not.toContain("--import-existing-resources");
  });

  it("is all that --change-table deploys", async () => {
    await expect(swing("UPDATE_COMPLETE", { Ref: "Table" })).rejects.toThrow("would not change its table");
    expect(deployments()).toBe(0);
  });

  it.each([
    ["is not to be paused", () => Object.assign(cloud, { settings: {} })],
    ["still runs", () => Object.assign(cloud, { liveTemplate: liveTemplate() })],
    ["still answers calls", () => Object.assign(cloud, { serviceTemplate: apiTemplate(false) })],
  ])("is refused while the stage %s: a rollback would let it go on", async (_title, change) => {
    change();
    await expect(swing()).rejects.toThrow('deploy with paused: "everything" alone first');
    expect(cloud.deployed).toEqual([]);
  });

  it("says what is left and how to go on when CloudFormation rolls the service back", async () => {
    expect(await swing("UPDATE_ROLLBACK_COMPLETE")).toBe(false);
    expect(cloud.deployed).not.toContain("intake-staging-live");
    expect(cloud.lines.at(-1)).toBe(
      "The service still works on intake-staging-Table. Everything is still paused. Mend the cause that CloudFormation's events name, and deploy again, with --change-table.",
    );
    expect(await swing()).toBe(true);
    expect([cloud.table, cloud.deployed.slice(-3)]).toEqual([RESTORED, STACKS]);
  });

  it("says the same when the restored table cannot be imported", async () => {
    cloud.stateDeploys = false;
    writeTemplate(RESTORED);
    expect(await cloud.deploy(true)).toBe(false);
    expect(cloud.lines.at(-1)).toMatch(/still works on intake-staging-Table.*, with --change-table\.$/);
    cloud.stateDeploys = true;
    expect(await swing()).toBe(true);
  });

  it("goes on without --change-table when only the last stack fails, which stays paused", async () => {
    cloud.liveDeploys = false;
    expect(await swing()).toBe(false);
    expect(cloud.lines.at(-1)).toMatch(/works on the new table.*, without --change-table\.$/);
    cloud.liveDeploys = true;
    expect(await deployAs("UPDATE_COMPLETE")).toBe(true);
    expect(cloud.liveCdkArgs.slice(-4)).toEqual(UNWATCHED);
    expect(cloud.smokeTests).toEqual([]);
  });
});

it("stays on a restored table", async () => {
  cloud.table = "intake-staging-restored";
  writeTemplate("intake-staging-restored");
  cloud.polls = [...UPDATE];
  expect(await cloud.deploy()).toBe(true);
});

describe("a stage with CloudFront and a probe", () => {
  const ALL = ["intake-staging-state", EDGE_STACK, "intake-staging", "intake-staging-live", PROBE_STACK];
  const serviceTemplate = (secret: string) => ({
    Environment: { Variables: { ORIGIN_SECRET: `{{resolve:secretsmanager:${secret}:SecretString:::}}` } },
  });
  const deployFirst = async (status: string | null = null) => {
    cloud.status = status;
    cloud.stateStatus = null;
    cloud.liveStatus = null;
    return deployAs("CREATE_COMPLETE", () => Object.assign(cloud, { stateStatus: "CREATE_COMPLETE" }));
  };
  beforeEach(() => {
    cloud.settings = { domain: DOMAIN, edge: EDGE, probe: PROBE };
    cloud.addresses = [DOMAIN.name, EDGE.domainName];
  });

  it("is deployed in order, each stack in its region, and the service only behind CloudFront", async () => {
    expect(await deployFirst()).toBe(true);
    expect(cloud.deployed).toEqual(ALL);
    expect(cloud.smokeTests).toEqual([
      { ...TARGET, baseUrl: "https://api.example.com", status: "CREATE_COMPLETE" },
    ]);
  });

  it("names the records that are missing before it makes the service, then ends without a probe", async () => {
    cloud.addresses = [];
    expect(await deployFirst()).toBe(false);
    expect(cloud.deployed).toEqual(ALL.slice(0, -1));
    expect(cloud.smokeTests).toEqual([]);
    expect(cloud.lines).toContain(
      "api.example.com has no address: make its record, a CNAME of DistributionDomain.example.net.",
    );
    expect(cloud.lines.at(-1)).toMatch("run the job again once the records are made");
  });

  it("is updated in order, and keeps a stack where it is", async () => {
    cloud.elsewhere[`us-east-1 ${EDGE_STACK}`] = "UPDATE_COMPLETE";
    cloud.elsewhere[`${PROBE.region} ${PROBE_STACK}`] = "UPDATE_COMPLETE";
    cloud.liveTemplate = { ...liveTemplate(), ...serviceTemplate(EDGE.originSecret) };
    cloud.polls = [...UPDATE];
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.deployed).toEqual(ALL);
    expect(cloud.triggers).toEqual(WATCHED);
  });

  it("lets CloudFront send no secret that the deployed API refuses", async () => {
    cloud.serviceTemplate = serviceTemplate("intake/prod/old");
    cloud.polls = [...UPDATE];
    await expect(cloud.deploy()).rejects.toThrow("deploy it as nextOriginSecret first");
    expect(cloud.deployed).toEqual([]);
  });

  it("lets CloudFront send another secret when the API's first deployment failed", async () => {
    cloud.serviceTemplate = serviceTemplate("intake/prod/old");
    expect(await deployFirst("ROLLBACK_COMPLETE")).toBe(true);
    expect(cloud.deployed).toEqual(ALL);
  });
});

it.each([
  [true, "10"],
  [false, String(resolvePinnedStage("staging").monitoringMinutes)],
])(
  "watches the stack that connects both only briefly if the service was just watched (%s)",
  async (serviceChanges, minutes) => {
    cloud.polls = [...UPDATE];
    cloud.polls[1] = () => {
      updating("UPDATE_IN_PROGRESS")();
      if (serviceChanges) cloud.lastUpdate += 1;
    };
    expect(await cloud.deploy()).toBe(true);
    expect(cloud.liveCdkArgs.at(-1)).toBe(minutes);
    expect(cloud.liveCdkArgs).toEqual(expect.arrayContaining(WATCHED));
  },
);
