import { Annotations, type Stack } from "aws-cdk-lib";
import { pinnedStages, StageError } from "./resolve-stage.ts";
import type { PinnedStage, Stage } from "./stage.ts";
import { LOCAL_STAGE } from "./stage-names.ts";
import { REPOSITORY, REPOSITORY_IDS } from "./stages.ts";

/** Accounts of AWS's documentation, and IANA's domain for examples. */
const PLACEHOLDER = /111122223333|444455556666|777788889999|[@./]example\.com$/;

/** Makes the CDK CLI refuse a stack of a stage that must not be deployed, and explain why. */
export const refuseUndeployable = (stack: Stack, stage: Stage) => {
  const reason = undeployableReason(stage, process.env.CDK_DEFAULT_ACCOUNT);
  if (reason !== null) Annotations.of(stack).addError(reason);
};

/**
 * Returns the reason why the stage must not be deployed, or null.
 * @param callerAccount the account of the engineer's credentials, if the CLI knows it
 */
export const undeployableReason = (stage: Stage, callerAccount: string | undefined): string | null => {
  if (stage.name === LOCAL_STAGE) return "The stage local is hosted by npm start and cannot be deployed.";
  if (stage.env === undefined) return reasonAgainstAccount(stage, callerAccount);
  const missing = placeholdersOf(stage);
  return missing.length === 0 ? null : `Fill in ${missing.join(", ")} in lib/stacks/stages.ts, then deploy.`;
};

/**
 * Refuses an account that belongs to a stage: the service's alarms watch the whole account, and a stage that is deleted
 * must not be beside one that is kept.
 */
const reasonAgainstAccount = (stage: Stage, account: string | undefined) => {
  const owner = pinnedStages().find(({ env }) => env.account === account);
  if (owner === undefined) return null;
  return `${account} is the account of ${owner.name}: deploy ${stage.name} to one of your own.`;
};

const placeholdersOf = ({ name, env, ...stage }: Stage): string[] => [
  ...(PLACEHOLDER.test(env?.account ?? "") ? [`the account of ${name}`] : []),
  ...SETTINGS.filter((setting) => hasPlaceholder(stage[setting])).map((each) => `the ${each} of ${name}`),
  ...(REPOSITORY.startsWith("example/") ? ["REPOSITORY"] : []),
  ...(Object.values(REPOSITORY_IDS).includes(0) ? ["REPOSITORY_IDS"] : []),
];

/** @throws StageError if the stage still has the account of an example */
export const requireAccount = ({ name, env }: PinnedStage): void => {
  if (hasPlaceholder(env.account))
    throw new StageError(`The stage ${name} has no account: set it in lib/stacks/stages.ts.`);
};

const SETTINGS = ["alarmEmail", "ticketEmail", "domain", "edge", "probe", "backupCopies"] as const;

const hasPlaceholder = (value: string | object | undefined): boolean =>
  typeof value === "string"
    ? PLACEHOLDER.test(value)
    : Object.values(value ?? {}).some((each) => hasPlaceholder(each));
