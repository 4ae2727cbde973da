import type { RemovalPolicy, StackProps } from "aws-cdk-lib";
import type { StageSettings } from "./stage-settings.ts";
import type { StageName } from "./stages.ts";

/** A deployment of the stack. */
export type Stage = StageSettings & {
  readonly name: StageName;
  /** The account has at least so many concurrent executions. */
  readonly concurrencyQuota: number;
  readonly removalPolicy: RemovalPolicy;
  /** Functions reserve concurrency, where the account has enough. That of a single engineer may have ten in all. */
  readonly reservesConcurrency: boolean;
  /** Environment variables of every function. */
  readonly environment: Record<string, string>;
  /** The address of `docs/runbooks.md` for the alarms' readers. */
  readonly runbookUrl: string;
  readonly restoredTable?: { readonly tableArn: string; readonly tableStreamArn: string };
};

/** Returns the properties of each stack of a stage. CloudFormation gives the tags to every resource. */
export const stackPropsOf = ({ name, env, keepsState }: Stage, purpose: string): StackProps => ({
  description: `Intake (${name})${purpose}`,
  tags: { service: "intake", stage: name },
  terminationProtection: keepsState ?? false,
  ...(env && { env }),
});

/** A stage that belongs to an account. */
export type PinnedStage = Stage & Required<Pick<Stage, "env">>;
