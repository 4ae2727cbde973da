import { spawn } from "node:child_process";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { CloudFormationClient } from "@aws-sdk/client-cloudformation";
import { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { LambdaClient } from "@aws-sdk/client-lambda";
import { openDeployment } from "../lib/operator/deployment.ts";
import { describeError } from "../lib/operator/describe-error.ts";
import { requireSubscribers } from "../lib/operator/require-subscribers.ts";
import { SingleValueCommand } from "../lib/operator/single-value-command.ts";
import { deployStage } from "../lib/stacks/deployment/deploy-stage.ts";
import { removeUnreadIndexes } from "../lib/stacks/deployment/deploy-state.ts";
import type { Deployment } from "../lib/stacks/deployment/deployment.ts";
import { requireAssembly } from "../lib/stacks/deployment/require-assembly.ts";
import { requireQuota } from "../lib/stacks/deployment/require-quota.ts";
import { resolvePinnedStage, StageError } from "../lib/stacks/resolve-stage.ts";
import { undeployableReason } from "../lib/stacks/undeployable.ts";

const command = new SingleValueCommand("deploy")
  .description(
    "Deploy a stage of a cloud assembly, and roll it back when an alarm rings or the smoke test fails",
  )
  .argument("<stage>", "staging or prod")
  .option("--assembly <folder>", "the cloud assembly", "cdk.out")
  .option(
    "--release-state",
    "let resources that hold state, and that this version lacks, leave their stack",
    false,
  )
  .option("--remove-indexes", "only remove the table's indexes that the running version does not read", false)
  .option("--change-table", "let the stack use another table; skips the smoke test and the alarms", false);

type Options = Record<"changeTable" | "releaseState" | "removeIndexes", boolean> & { assembly: string };

command.parse();
const [name = ""] = command.args;
const { assembly, changeTable, releaseState, removeIndexes }: Options = command.opts();
const root = join(import.meta.dirname, "..");

try {
  const stage = resolvePinnedStage(name);
  const reason = undeployableReason(stage, undefined);
  if (reason !== null) throw new StageError(reason);
  requireAssembly(assembly, stage);
  const { region } = stage.env;
  process.env.AWS_REGION = region;

  const run = async (file: string, args: readonly string[]): Promise<boolean> => {
    const child = spawn(join(root, "node_modules/.bin", file), args, { cwd: root, stdio: "inherit" });
    const [code] = await once(child, "exit");
    return code === 0;
  };

  await requireQuota(new LambdaClient({ region }), stage);
  const deployment: Deployment = {
    cloudFormation: new CloudFormationClient({ region }),
    cloudFormationIn: (each) => new CloudFormationClient({ region: each }),
    cloudWatch: new CloudWatchClient({ region }),
    dynamoDb: new DynamoDBClient({ region }),
    stage,
    assembly,
    changesTable: changeTable,
    releasesState: releaseState,
    runCdk: (args) => run("cdk", args),
    runSmokeTest: ({ baseUrl, table }) =>
      run("tsx", ["bin/smoke.ts", "--base-url", baseUrl, "--table", table]),
    hasAddress: (host) =>
      lookup(host).then(
        () => true,
        () => false,
      ),
    wait,
    log: console.log,
  };
  const succeeded = await (removeIndexes ? removeUnreadIndexes(deployment) : deployStage(deployment));
  if (succeeded) await requireSubscribers(await openDeployment({ stage: name }));
  else process.exitCode = 1;
} catch (error) {
  console.error(`error: ${describeError(error)}`);
  process.exitCode = 1;
}
