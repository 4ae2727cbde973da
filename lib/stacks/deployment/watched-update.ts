import { CancelUpdateStackCommand } from "@aws-sdk/client-cloudformation";
import { stackNameOf } from "../stage-names.ts";
import { awaitUpdate } from "./await-update.ts";
import { hasRecords } from "./deploy-edge.ts";
import type { Deployment } from "./deployment.ts";
import { readRollbackAlarms, rollbackOptions } from "./rollback-alarms.ts";
import { outputOf, readStack } from "./stack-state.ts";

type Update = {
  readonly stackName: string;
  /** Arguments of the CDK CLI. */
  readonly args: readonly string[];
  /** Tests the service even if the stack was up to date. */
  readonly testsAlways: boolean;
  /** Minutes for which CloudFormation watches the alarms once the update is made. */
  readonly monitoringMinutes: number | undefined;
};

/**
 * Tests the new version while CloudFormation watches the service's alarms, and cancels the update if it fails the test,
 * or cannot be tested.
 */
export const updateWatched = async (
  deployment: Deployment,
  { stackName, args, testsAlways, monitoringMinutes }: Update,
): Promise<boolean> => {
  const alarms = await findWatchedAlarms(deployment);
  const before = await readLastUpdate(deployment, stackName);
  let ended = false;
  const deploying = deployment
    .runCdk([...args, ...rollbackOptions(alarms, monitoringMinutes)])
    .finally(() => {
      ended = true;
    });
  const progress = await awaitUpdate(deployment, { stackName, alarms, hasEnded: () => ended });
  if (progress === "ended") {
    const isUpToDate = async () => (await readLastUpdate(deployment, stackName)) === before;
    return (await deploying) && ((!testsAlways && (await isUpToDate())) || smokeTest(deployment));
  }
  const works =
    progress === "settled" &&
    (await smokeTest(deployment).catch((error: unknown) => {
      deployment.log(`The smoke test cannot run: ${error}`);
      return false;
    }));
  if (!works) await cancelUpdate(deployment, stackName);
  return (await deploying) && works;
};

/** Returns the time of the stack's last update, which shows whether there was another. */
export const readLastUpdate = async ({ cloudFormation }: Deployment, stackName: string) =>
  (await readStack(cloudFormation, stackName))?.LastUpdatedTime?.getTime();

/** @returns ARNs of the service's alarms that roll the update back */
const findWatchedAlarms = async (deployment: Deployment): Promise<string[]> => {
  const { assembly, stage, log } = deployment;
  const stackName = stackNameOf(stage, "service");
  const { watched, ringing } = await readRollbackAlarms(deployment, { assembly, stackName });
  if (ringing.length > 0) log(`These alarms already ring and are not watched: ${ringing.join(", ")}`);
  return watched;
};

export const smokeTest = async (deployment: Deployment) => {
  const { cloudFormation, stage, runSmokeTest, log } = deployment;
  const checkedEdge = stage.edge?.isOriginChecked && stage.edge;
  if (checkedEdge && !(await hasRecords(deployment, checkedEdge))) {
    log("The service cannot be tested: run the job again once the records are made.");
    return false;
  }
  const stackName = stackNameOf(stage, "service");
  const stack = await readStack(cloudFormation, stackName);
  if (stack === null) throw new Error(`There is no stack ${stackName}.`);
  const works = await runSmokeTest({
    // The API's own address may refuse callers other than CloudFront.
    baseUrl: checkedEdge ? `https://${checkedEdge.domainName}` : outputOf(stack, "BaseUrl"),
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
