import { type Stack, UpdateTerminationProtectionCommand } from "@aws-sdk/client-cloudformation";
import { STAGE_STACKS, type StackPart, type StageStack, stackNameOf, stacksOf } from "../stage-names.ts";
import { POLL_MILLISECONDS } from "./await-update.ts";
import { connectsMore } from "./connection.ts";
import { deployArgs } from "./deploy-args.ts";
import { deployEdge, requireAcceptedSecret } from "./deploy-edge.ts";
import { deployState, nameUnreadIndexes } from "./deploy-state.ts";
import type { Deployment } from "./deployment.ts";
import { UNWATCHED } from "./rollback-alarms.ts";
import { hasCreationFailed, isInProgress, readStack } from "./stack-state.ts";
import { checkTable, describeFailedSwing } from "./table-change.ts";
import { readLastUpdate, smokeTest, updateWatched } from "./watched-update.ts";

/**
 * Deploys a stage of an assembly: first the stack that keeps state, which is never rolled back, with the indexes of both
 * versions, then CloudFront, then the stack that serves, then the stack that connects state and service, and last the
 * probe. CloudFormation rolls an update of the service or of its connections back when an alarm rings, even after this
 * process ended. The smoke test runs meanwhile, and a failure cancels the update.
 * @returns true if the new version is deployed and works
 */
export const deployStage = async (deployment: Deployment): Promise<boolean> => {
  const targets: Target[] = [];
  for (const stack of stacksOf(deployment.stage)) targets.push(await findTarget(deployment, stack));
  const existingOf = (part: StackPart) => targets.find((target) => target.part === part)?.existing ?? null;
  const service = existingOf("service");
  if (service !== null) await checkTransition(deployment, service);
  // Until all stacks connect, nothing serves, so there is nothing to watch, and the test must wait for the last of them.
  const isFirst = STAGE_STACKS.some((part) => existingOf(part) === null) || (await connectsMore(deployment));
  const isDeployed = await deployInOrder(deployment, targets, {
    state: (each, { existing }) => deployState(each, existing),
    edge: deployEdge,
    service: isFirst ? deployUnwatched : updateService,
    live: isFirst ? deployAndTest : updateLive(service),
    probe: ({ runCdk, assembly }, { stackName }) => runCdk(deployArgs(assembly, stackName)),
  });
  if (isDeployed) await nameUnreadIndexes(deployment);
  else if (deployment.changesTable) deployment.log(await describeFailedSwing(deployment));
  return isDeployed;
};

/** @throws Error if the assembly does not fit what is deployed, before anything is changed */
const checkTransition = async (deployment: Deployment, service: Stack) => {
  await checkTable(deployment, service);
  await requireAcceptedSecret(deployment);
};

/** Deploys one stack after the other, until one fails. */
const deployInOrder = async (
  deployment: Deployment,
  targets: readonly Target[],
  deploy: Readonly<Record<StackPart, Deploy>>,
) => {
  for (const target of targets) if (!(await deploy[target.part](deployment, target))) return false;
  return true;
};

type Target = StageStack & { readonly existing: Stack | null };

type Deploy = (deployment: Deployment, target: Target) => Promise<boolean>;

/** Ends the watch of former alarms, which may belong to a service that was deleted. */
const deployUnwatched: Deploy = ({ runCdk, assembly }, { stackName, existing }) =>
  runCdk([...deployArgs(assembly, stackName), ...(existing === null ? [] : UNWATCHED)]);

const deployAndTest: Deploy = async (deployment, target) =>
  (await deployUnwatched(deployment, target)) && (isPaused(deployment) || smokeTest(deployment));

type Watch = { readonly testsAlways: boolean; readonly monitoringMinutes: number | undefined };

const update = (deployment: Deployment, target: Target, watch: Watch) => {
  if (isPaused(deployment)) return deployUnwatched(deployment, target);
  const { stackName } = target;
  const args = deployArgs(deployment.assembly, stackName);
  return updateWatched(deployment, { stackName, args, ...watch });
};

const updateService: Deploy = (deployment, target) =>
  update(deployment, target, { testsAlways: true, monitoringMinutes: deployment.stage.monitoringMinutes });

/** The time for a smoke test that can still cancel the update. */
const TEST_MINUTES = 10;

/**
 * Tests again only if this stack changed, because the service is tested by then, and watches the alarms only for that
 * time if they have just been watched for the service.
 * @param service the service before this deployment
 */
const updateLive =
  (service: Stack | null): Deploy =>
  async (deployment, target) => {
    const lastUpdate = await readLastUpdate(deployment, stackNameOf(deployment.stage, "service"));
    const wasWatched = lastUpdate !== service?.LastUpdatedTime?.getTime();
    const monitoringMinutes = wasWatched ? TEST_MINUTES : deployment.stage.monitoringMinutes;
    return update(deployment, target, { testsAlways: false, monitoringMinutes });
  };

/** Returns true if the deployed stage is not meant to serve anybody. */
const isPaused = ({ changesTable, stage }: Deployment) => changesTable || stage.paused !== undefined;

/**
 * Finds a stack; null if it was never deployed, or if its creation failed. Lifts the protection of what a failed creation
 * left: the CDK CLI protects a stack before it creates it, and could not delete it.
 */
const findTarget = async (deployment: Deployment, target: StageStack): Promise<Target> => {
  const { stackName, region } = target;
  const cloudFormation = deployment.cloudFormationIn(region);
  const existing = await awaitStable({ ...deployment, cloudFormation }, stackName);
  if (!hasCreationFailed(existing)) return { ...target, existing };
  deployment.log(`The first deployment of ${stackName} failed: its remains are being deleted.`);
  await cloudFormation.send(
    new UpdateTerminationProtectionCommand({ StackName: stackName, EnableTerminationProtection: false }),
  );
  return { ...target, existing: null };
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
