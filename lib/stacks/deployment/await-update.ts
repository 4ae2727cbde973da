import type { CloudFormationClient, Stack } from "@aws-sdk/client-cloudformation";
import { isInProgress, listResources, readStack } from "./stack-state.ts";

export const POLL_MILLISECONDS = 15_000;

type Observer = {
  readonly cloudFormation: CloudFormationClient;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly log: (line: string) => void;
};

type Update = {
  readonly stackName: string;
  /** ARNs of the alarms that CloudFormation must watch. */
  readonly alarms: readonly string[];
  /** Returns true if the CDK CLI has ended. */
  readonly hasEnded: () => boolean;
};

/**
 * `unwatched` if CloudFormation lacks one of the alarms, `settled` if no resource is in progress, `unknown` if it cannot
 * be read.
 */
type Progress = "updating" | "unwatched" | "settled" | "unknown";

/**
 * The polls in a row with a progress that end the wait. Settled, the new version runs and CloudFormation watches the
 * alarms. Unknown for five minutes, it may never be tested.
 */
const LAST_POLLS: Record<Progress, number> = { updating: Infinity, unwatched: 1, settled: 4, unknown: 20 };

/** Waits until the new version runs, or cannot be tested, unless the CDK CLI ends before. */
export const awaitUpdate = async (deployment: Observer, update: Update): Promise<Progress | "ended"> => {
  let progress: Progress = "updating";
  for (let polls = 0; polls < LAST_POLLS[progress]; ) {
    await deployment.wait(POLL_MILLISECONDS);
    if (update.hasEnded()) return "ended";
    const next = await readProgress(deployment, update).catch((error: unknown): Progress => {
      deployment.log(`The progress cannot be read: ${error}`);
      return "unknown";
    });
    polls = next === progress ? polls + 1 : 1;
    progress = next;
  }
  return progress;
};

const readProgress = async (
  { cloudFormation, log }: Observer,
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
