import {
  CancelUpdateStackCommand,
  type CloudFormationClient,
  type Stack,
  UpdateTerminationProtectionCommand,
} from "@aws-sdk/client-cloudformation";
import type { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { PinnedStage } from "../stage.ts";
import { stackNameOf, stateStackNameOf } from "../stage-names.ts";
import { awaitUpdate, POLL_MILLISECONDS } from "./await-update.ts";
import { deployArgs } from "./deploy-args.ts";
import { deployState, removeStateIndexes } from "./deploy-state.ts";
import { readRollbackAlarms, rollbackOptions, UNWATCHED } from "./rollback-alarms.ts";
import { isInProgress, outputOf, readStack } from "./stack-state.ts";
import { readTableChange } from "./table-change.ts";
import { withUnprotected } from "./termination-protection.ts";

export type Deployment = {
  readonly cloudFormation: CloudFormationClient;
  readonly cloudWatch: CloudWatchClient;
  readonly dynamoDb: DynamoDBClient;
  readonly stage: PinnedStage;
  /** The folder of the cloud assembly. */
  readonly assembly: string;
  /** The deployment moves the stack to another table while callers are kept out, so it is neither tested nor watched. */
  readonly changesTable: boolean;
  /** Runs the CDK CLI with these arguments; resolves to true if it succeeded. */
  readonly runCdk: (args: readonly string[]) => Promise<boolean>;
  /** Resolves to true if the deployed service works. */
  readonly runSmokeTest: (target: { readonly baseUrl: string; readonly table: string }) => Promise<boolean>;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: (line: string) => void;
};

/**
 * Deploys a stage of an assembly: first the stack that keeps state, which is never rolled back, with the indexes of both
 * versions, then the stack that serves, and last the removal of indexes that only the old version read. CloudFormation rolls the service back when an
 * alarm rings, even after this process ended. The smoke test runs meanwhile, and a failure cancels the update.
 * @returns true if the new version is deployed and works
 */
export const deployStage = async (deployment: Deployment): Promise<boolean> => {
  const state = { stackName: stateStackNameOf(deployment.stage) };
  const service = { stackName: stackNameOf(deployment.stage) };
  const existingState = await findDeployed(deployment, state.stackName);
  const existing = await findDeployed(deployment, service.stackName);
  if (existing !== null) await checkTable(deployment, existing);
  return (
    (await deployProtected(deployment, { ...state, existing: existingState }, (each) =>
      deployState(each, existingState),
    )) &&
    (await deployProtected(deployment, { ...service, existing }, (each) => deployService(each, existing))) &&
    (existingState === null || removeStateIndexes(deployment))
  );
};

type Target = { readonly stackName: string; readonly existing: Stack | null };

/**
 * Protects a stack from deletion once it is deployed. Until then, the deployer may delete the rest of a failed
 * creation.
 */
const deployProtected = async (
  deployment: Deployment,
  { stackName, existing }: Target,
  deploy: (deployment: Deployment) => Promise<boolean>,
): Promise<boolean> => {
  const succeeded =
    existing === null
      ? await withUnprotected(deployment.assembly, stackName, (assembly) =>
          deploy({ ...deployment, assembly }),
        )
      : await deploy(deployment);
  const { cloudFormation, stage } = deployment;
  if (succeeded && stage.keepsState)
    await cloudFormation.send(
      new UpdateTerminationProtectionCommand({ StackName: stackName, EnableTerminationProtection: true }),
    );
  return succeeded;
};

const deployService = async (deployment: Deployment, existing: Stack | null): Promise<boolean> => {
  const stackName = stackNameOf(deployment.stage);
  const args = deployArgs(deployment.assembly, stackName);
  if (deployment.changesTable) return deployment.runCdk([...args, ...UNWATCHED]);
  if (existing !== null) return updateService(deployment, stackName, args);
  return (await deployment.runCdk(args)) && smokeTest(deployment, stackName);
};

/** Tests the new version while CloudFormation watches the alarms, and cancels the update if the test fails. */
const updateService = async (
  deployment: Deployment,
  stackName: string,
  args: readonly string[],
): Promise<boolean> => {
  const alarms = await findWatchedAlarms(deployment, stackName);
  let ended = false;
  const deploying = deployment
    .runCdk([...args, ...rollbackOptions(alarms, deployment.stage.monitoringMinutes)])
    .finally(() => {
      ended = true;
    });
  const progress = await awaitUpdate(deployment, { stackName, alarms, hasEnded: () => ended });
  if (progress === "ended") return (await deploying) && smokeTest(deployment, stackName);

  const works = progress === "settled" && (await smokeTest(deployment, stackName));
  if (!works) await cancelUpdate(deployment, stackName);
  return (await deploying) && works;
};

/** States after a failed first deployment. CDK's CLI deletes such a stack and creates it again. */
const CREATION_FAILED = ["ROLLBACK_COMPLETE", "ROLLBACK_FAILED"];

/** @returns the stack; null if it was never deployed, or if its creation failed, whose rest is then deleted */
const findDeployed = async (deployment: Deployment, stackName: string): Promise<Stack | null> => {
  const stack = await awaitStable(deployment, stackName);
  if (!CREATION_FAILED.includes(stack?.StackStatus ?? "")) return stack;
  deployment.log(`The first deployment of ${stackName} failed: its remains are being deleted.`);
  return null;
};

/**
 * Waits for a deployment whose workflow was interrupted.
 * @returns the stack, or null if there is none
 */
const awaitStable = async (
  { cloudFormation, wait, log }: Deployment,
  stackName: string,
): Promise<Stack | null> => {
  for (;;) {
    const stack = await readStack(cloudFormation, stackName);
    if (!isInProgress(stack?.StackStatus)) return stack;
    log(`${stackName} is in ${stack?.StackStatus}: waiting`);
    await wait(POLL_MILLISECONDS);
  }
};

/** @throws Error if the stack would work on another table without a request for it, or on the same table despite one */
const checkTable = async (deployment: Deployment, stack: Stack) => {
  const { cloudFormation, stage, assembly, changesTable } = deployment;
  const deployed = { stack, stateStackName: stateStackNameOf(stage) };
  const change = await readTableChange(cloudFormation, deployed, assembly);
  if (change !== null && !changesTable)
    throw new Error(
      `${stack.StackName} works on ${change.from} and would work on ${change.to}: --change-table if you mean that ("Restore" in docs/runbooks.md).`,
    );
  if (change === null && changesTable)
    throw new Error(`${stack.StackName} would not change its table: deploy without --change-table.`);
};

/** @returns ARNs of the alarms that roll the update back */
const findWatchedAlarms = async (deployment: Deployment, stackName: string): Promise<string[]> => {
  const { assembly, log } = deployment;
  const { watched, ringing } = await readRollbackAlarms(deployment, { assembly, stackName });
  if (ringing.length > 0) log(`These alarms already ring and are not watched: ${ringing.join(", ")}`);
  return watched;
};

const smokeTest = async ({ cloudFormation, stage, runSmokeTest, log }: Deployment, stackName: string) => {
  const stack = await readStack(cloudFormation, stackName);
  if (stack === null) throw new Error(`There is no stack ${stackName}.`);
  const works = await runSmokeTest({
    // The API's own address may refuse callers other than CloudFront.
    baseUrl: stage.edge?.isOriginChecked ? `https://${stage.edge.domainName}` : outputOf(stack, "BaseUrl"),
    table: outputOf(stack, "TableName"),
  });
  log(works ? "The smoke test succeeded." : "The smoke test failed.");
  return works;
};

const cancelUpdate = async ({ cloudFormation, log }: Deployment, stackName: string) => {
  log("Rolling back.");
  try {
    await cloudFormation.send(new CancelUpdateStackCommand({ StackName: stackName }));
  } catch (error) {
    log(`The update cannot be canceled: ${error instanceof Error ? error.message : String(error)}`);
  }
};
