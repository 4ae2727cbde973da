import {
  CancelUpdateStackCommand,
  type CloudFormationClient,
  type Stack,
  UpdateTerminationProtectionCommand,
} from "@aws-sdk/client-cloudformation";
import type { CloudWatchClient } from "@aws-sdk/client-cloudwatch";
import type { PinnedStage } from "../stage.ts";
import { stackNameOf, stateStackNameOf } from "../stage-names.ts";
import { readRollbackAlarms } from "./rollback-alarms.ts";
import { isInProgress, listResources, outputOf, readStack } from "./stack-state.ts";
import { readTableChange } from "./table-change.ts";
import { withUnprotected } from "./termination-protection.ts";

export type Deployment = {
  readonly cloudFormation: CloudFormationClient;
  readonly cloudWatch: CloudWatchClient;
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

const POLL_MILLISECONDS = 15_000;
/**
 * After this many polls in a row without a resource in progress, the new version runs and CloudFormation watches the
 * alarms.
 */
const SETTLED_POLLS = 4;

/**
 * Deploys a stage of an assembly: first the stack that keeps state, which is never rolled back, then the stack that
 * serves. CloudFormation rolls an update back when an alarm rings, even after this process ended. The smoke test runs
 * meanwhile, and a failure cancels the update.
 * @returns true if the new version is deployed and works
 */
export const deployStage = async (deployment: Deployment): Promise<boolean> => {
  const state = { stackName: stateStackNameOf(deployment.stage) };
  const service = { stackName: stackNameOf(deployment.stage) };
  const existingState = await findDeployed(deployment, state.stackName);
  const existing = await findDeployed(deployment, service.stackName);
  if (existing !== null) await checkTable(deployment, existing);
  const deployState = ({ runCdk, assembly }: Deployment) => runCdk(deployArgs(assembly, state.stackName));
  return (
    (await deployProtected(deployment, { ...state, existing: existingState }, deployState)) &&
    deployProtected(deployment, { ...service, existing }, (each) => deployService(each, existing))
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
  const deploying = deployment.runCdk([...args, ...rollbackOptions(alarms, deployment.stage)]).finally(() => {
    ended = true;
  });
  const progress = await awaitWatching(deployment, { stackName, alarms, hasEnded: () => ended });
  if (progress === "ended") return (await deploying) && smokeTest(deployment, stackName);

  const works = progress === "settled" && (await smokeTest(deployment, stackName));
  if (!works) await cancelUpdate(deployment, stackName);
  return (await deploying) && works;
};

const deployArgs = (assembly: string, stackName: string) => [
  "deploy",
  stackName,
  "--app",
  assembly,
  "--exclusively",
  "--require-approval",
  "never",
];

/** States after a failed first deployment. CDK's CLI deletes such a stack and creates it again. */
const CREATION_FAILED = ["ROLLBACK_COMPLETE", "ROLLBACK_FAILED"];

/** @returns the stack; null if it was never deployed, or if its creation failed, whose rest is then deleted */
const findDeployed = async (deployment: Deployment, stackName: string): Promise<Stack | null> => {
  const stack = await awaitStable(deployment, stackName);
  if (!CREATION_FAILED.includes(stack?.StackStatus ?? "")) return stack;
  deployment.log(`The first deployment of ${stackName} failed: what is left of it is deleted.`);
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
      `${stack.StackName} works on ${change.from} and would on ${change.to}: --change-table if you mean that ("Restore" in docs/runbooks.md).`,
    );
  if (change === null && changesTable)
    throw new Error(`${stack.StackName} would not change its table: deploy without --change-table.`);
};

const TRIGGER = "--rollback-trigger-alarm-arns";

/** Without these options, CloudFormation would watch the alarms of the deployment before. */
const UNWATCHED = [TRIGGER, "none", "--monitoring-time-minutes", "0"];

/** @returns ARNs of the alarms that roll the update back */
const findWatchedAlarms = async (deployment: Deployment, stackName: string): Promise<string[]> => {
  const { assembly, log } = deployment;
  const { watched, ringing } = await readRollbackAlarms(deployment, { assembly, stackName });
  if (ringing.length > 0) log(`These alarms ring already and are not watched: ${ringing.join(", ")}`);
  return watched;
};

/**
 * Repeats the option before each alarm, because the CDK CLI takes one value of it, and further ones as names of stacks.
 */
const rollbackOptions = (alarms: readonly string[], { monitoringMinutes = 0 }: PinnedStage): string[] =>
  alarms.length === 0
    ? UNWATCHED
    : [...alarms.flatMap((arn) => [TRIGGER, arn]), "--monitoring-time-minutes", String(monitoringMinutes)];

type Update = {
  readonly stackName: string;
  /** ARNs of the alarms that CloudFormation must watch. */
  readonly alarms: readonly string[];
  /** Returns true if the CDK CLI has ended. */
  readonly hasEnded: () => boolean;
};

/** `unwatched` if CloudFormation lacks one of the alarms, `settled` if no resource is in progress. */
type Progress = "updating" | "unwatched" | "settled";

/** Waits until every resource is updated, unless the CDK CLI ends before, or an alarm is not watched. */
const awaitWatching = async (deployment: Deployment, update: Update): Promise<Progress | "ended"> => {
  let settledPolls = 0;
  while (settledPolls < SETTLED_POLLS) {
    await deployment.wait(POLL_MILLISECONDS);
    if (update.hasEnded()) return "ended";
    const progress = await readProgress(deployment, update);
    if (progress === "unwatched") return progress;
    settledPolls = progress === "settled" ? settledPolls + 1 : 0;
  }
  return "settled";
};

const readProgress = async (
  { cloudFormation, log }: Deployment,
  { stackName, alarms }: Update,
): Promise<Progress> => {
  const stack = await readStack(cloudFormation, stackName);
  if (stack?.StackStatus !== "UPDATE_IN_PROGRESS") return "updating";
  const triggers = triggersOf(stack);
  const missing = alarms.filter((arn) => !triggers.includes(arn));
  if (missing.length > 0) {
    log(`CloudFormation does not watch these alarms: ${missing.join(", ")}`);
    return "unwatched";
  }
  const resources = await listResources(cloudFormation, stackName);
  return resources.some(({ ResourceStatus }) => isInProgress(ResourceStatus)) ? "updating" : "settled";
};

/**
 * Returns ARNs of the alarms by which CloudFormation rolls the update back (`RollbackConfiguration` of DescribeStacks).
 */
const triggersOf = ({ RollbackConfiguration }: Stack) =>
  (RollbackConfiguration?.RollbackTriggers ?? []).map(({ Arn = "" }) => Arn);

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
