import type { CloudFormationClient, Stack } from "@aws-sdk/client-cloudformation";
import { isInProgress, listResources, readStack } from "./stack-state.ts";

export const POLL_MILLISECONDS = 15_000;
/**
 * After this many polls in a row without a resource in progress, the new version runs and CloudFormation watches the
 * alarms.
 */
const SETTLED_POLLS = 4;

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

/** `unwatched` if CloudFormation lacks one of the alarms, `settled` if no resource is in progress. */
type Progress = "updating" | "unwatched" | "settled";

/** Waits until every resource is updated, unless the CDK CLI ends before, or an alarm is not watched. */
export const awaitUpdate = async (deployment: Observer, update: Update): Promise<Progress | "ended"> => {
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
