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
  .option("--change-table", "let the stack use another table; skips the smoke test and the alarms", false);

command.parse();
const [name = ""] = command.args;
const { assembly, changeTable }: { assembly: string; changeTable: boolean } = command.opts();
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
  const succeeded = await deployStage({
    cloudFormation: new CloudFormationClient({ region }),
    cloudFormationIn: (each) => new CloudFormationClient({ region: each }),
    cloudWatch: new CloudWatchClient({ region }),
    dynamoDb: new DynamoDBClient({ region }),
    stage,
    assembly,
    changesTable: changeTable,
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
  });
  if (succeeded) await requireSubscribers(await openDeployment({ stage: name }));
  else process.exitCode = 1;
} catch (error) {
  console.error(`error: ${describeError(error)}`);
  process.exitCode = 1;
}
