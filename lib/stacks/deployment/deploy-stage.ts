import { type Stack, UpdateTerminationProtectionCommand } from "@aws-sdk/client-cloudformation";
import { type StackPart, stackNameOf } from "../stage-names.ts";
import { POLL_MILLISECONDS } from "./await-update.ts";
import { connectsMore } from "./connection.ts";
import { deployArgs } from "./deploy-args.ts";
import { deployState, removeStateIndexes } from "./deploy-state.ts";
import type { Deployment } from "./deployment.ts";
import { UNWATCHED } from "./rollback-alarms.ts";
import { isInProgress, readStack } from "./stack-state.ts";
import { readTableChange } from "./table-change.ts";
import { withUnprotected } from "./termination-protection.ts";
import { smokeTest, updateWatched } from "./watched-update.ts";

/**
 * Deploys a stage of an assembly: first the stack that keeps state, which is never rolled back, with the indexes of both
 * versions, then the stack that serves, then the stack that connects both, and last the removal of indexes that only the
 * old version read. CloudFormation rolls an update of the other two stacks back when an alarm rings, even after this
 * process ended. The smoke test runs meanwhile, and a failure cancels the update.
 * @returns true if the new version is deployed and works
 */
export const deployStage = async (deployment: Deployment): Promise<boolean> => {
  const state = await findTarget(deployment, "state");
  const service = await findTarget(deployment, "service");
  const live = await findTarget(deployment, "live");
  if (service.existing !== null) await checkTable(deployment, service.existing);
  // Until all stacks connect, nothing serves, so there is nothing to watch, and the test must wait for the last of them.
  const isFirst =
    [state, service, live].some(({ existing }) => existing === null) || (await connectsMore(deployment));
  return (
    (await deployProtected(deployment, state, (each) => deployState(each, state.existing))) &&
    (await deployProtected(deployment, service, isFirst ? deployUnwatched : updateService)) &&
    (await deployProtected(deployment, live, isFirst ? deployAndTest : updateLive)) &&
    (state.existing === null || removeStateIndexes(deployment))
  );
};

type Target = { readonly stackName: string; readonly existing: Stack | null };

type Deploy = (deployment: Deployment, target: Target) => Promise<boolean>;

/**
 * Protects a stack from deletion once it is deployed. Until then, the deployer may delete the rest of a failed
 * creation.
 */
const deployProtected = async (deployment: Deployment, target: Target, deploy: Deploy): Promise<boolean> => {
  const { stackName } = target;
  const succeeded =
    target.existing === null
      ? await withUnprotected(deployment.assembly, stackName, (assembly) =>
          deploy({ ...deployment, assembly }, target),
        )
      : await deploy(deployment, target);
  const { cloudFormation, stage } = deployment;
  if (succeeded && stage.keepsState)
    await cloudFormation.send(
      new UpdateTerminationProtectionCommand({ StackName: stackName, EnableTerminationProtection: true }),
    );
  return succeeded;
};

/** Ends the watch of former alarms, which may belong to a service that was deleted. */
const deployUnwatched: Deploy = ({ runCdk, assembly }, { stackName, existing }) =>
  runCdk([...deployArgs(assembly, stackName), ...(existing === null ? [] : UNWATCHED)]);

const deployAndTest: Deploy = async (deployment, target) =>
  (await deployUnwatched(deployment, target)) && (isPaused(deployment) || smokeTest(deployment));

const update = (deployment: Deployment, target: Target, testsAlways: boolean) => {
  if (isPaused(deployment)) return deployUnwatched(deployment, target);
  const { stackName } = target;
  return updateWatched(deployment, {
    stackName,
    args: deployArgs(deployment.assembly, stackName),
    testsAlways,
  });
};

const updateService: Deploy = (deployment, target) => update(deployment, target, true);

/** Tests again only if this stack changed, because the service is tested by then. */
const updateLive: Deploy = (deployment, target) => update(deployment, target, false);

/** Returns true if the deployed stage is not meant to serve anybody. */
const isPaused = ({ changesTable, stage }: Deployment) => changesTable || stage.paused !== undefined;

/** States after a failed first deployment. CDK's CLI deletes such a stack and creates it again. */
const CREATION_FAILED = ["ROLLBACK_COMPLETE", "ROLLBACK_FAILED"];

/** Finds a stack; null if it was never deployed, or if its creation failed, whose rest is then deleted. */
const findTarget = async (deployment: Deployment, part: StackPart): Promise<Target> => {
  const stackName = stackNameOf(deployment.stage, part);
  const stack = await awaitStable(deployment, stackName);
  if (!CREATION_FAILED.includes(stack?.StackStatus ?? "")) return { stackName, existing: stack };
  deployment.log(`The first deployment of ${stackName} failed: its remains are being deleted.`);
  return { stackName, existing: null };
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
  const deployed = { stack, stateStackName: stackNameOf(stage, "state") };
  const change = await readTableChange(cloudFormation, deployed, assembly);
  if (change !== null && !changesTable)
    throw new Error(
      `${stack.StackName} works on ${change.from} and would work on ${change.to}: --change-table if you mean that ("Restore" in docs/runbooks.md).`,
    );
  if (change === null && changesTable)
    throw new Error(`${stack.StackName} would not change its table: deploy without --change-table.`);
};
