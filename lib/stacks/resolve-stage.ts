import { RemovalPolicy } from "aws-cdk-lib";
import * as z from "zod";
import { DEFAULT_QUOTA, RESERVING_QUOTA } from "./concurrency-quota.ts";
import type { PinnedStage, Stage } from "./stage.ts";
import { LOCAL_STAGE } from "./stage-names.ts";
import { checkSettings, type StageSettings } from "./stage-settings.ts";
import { REPOSITORY, STAGES, type StageName } from "./stages.ts";

const RUNBOOKS = "docs/runbooks.md";

/** A stage cannot be used as it is named or set; the message says why in a sentence. */
export class StageError extends Error {
  override readonly name = "StageError";
}

/** @throws StageError if there is no such stage */
export const resolveStage = (name: string): Stage => {
  if (!isStageName(name))
    throw new StageError(
      `"${name}" is not a stage: name one of ${Object.keys(STAGES).join(", ")} (lib/stacks/stages.ts).`,
    );
  return toStage(name, STAGES[name]);
};

/** CloudFormation's names of stacks have letters, digits and hyphens only. */
const STAGE_NAME = /^[a-z][a-z0-9-]*$/;

/** @throws StageError if the name or a setting is malformed */
const requireUsable = (name: string, settings: StageSettings) => {
  if (!STAGE_NAME.test(name))
    throw new StageError(
      `"${name}" cannot name a stage: use small letters, digits and hyphens (lib/stacks/stages.ts).`,
    );
  try {
    checkSettings(settings);
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause).replaceAll("\n", " ") : String(cause);
    throw new StageError(`A setting of ${name} in lib/stacks/stages.ts is malformed: ${reason}`, { cause });
  }
};

/** @throws StageError if the name or a setting is malformed */
export const toStage = (name: StageName, settings: StageSettings): Stage => {
  requireUsable(name, settings);
  const { restoredTableStreamArn: tableStreamArn, concurrencyQuota = DEFAULT_QUOTA } = settings;
  const publicHost = settings.edge?.domainName ?? settings.domain?.name;
  return {
    ...settings,
    concurrencyQuota,
    ...(tableStreamArn && {
      restoredTable: { tableArn: tableStreamArn.replace(/\/stream\/.*/, ""), tableStreamArn },
    }),
    name,
    removalPolicy: settings.keepsState ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    reservesConcurrency: settings.env !== undefined && concurrencyQuota >= RESERVING_QUOTA,
    environment: {
      ...(name === LOCAL_STAGE && { REQUEST_TARGETS: "local" }),
      ...(publicHost && { PUBLIC_URL: `https://${publicHost}` }),
    },
    runbookUrl: settings.env ? `https://github.com/${REPOSITORY}/blob/main/${RUNBOOKS}` : RUNBOOKS,
  };
};

/** @throws Error if it is not a stage with an account */
export const resolvePinnedStage = (name: string): PinnedStage => {
  const stage = resolveStage(name);
  if (!isPinned(stage))
    throw new StageError(`The stage ${name} has no account: set it in lib/stacks/stages.ts.`);
  return stage;
};

export const pinnedStages = (): PinnedStage[] => Object.keys(STAGES).map(resolveStage).filter(isPinned);

const isStageName = (name: string): name is StageName => Object.hasOwn(STAGES, name);

const isPinned = (stage: Stage): stage is PinnedStage => stage.env !== undefined;
