import { RemovalPolicy } from "aws-cdk-lib";
import {
  type BackupCopySettings,
  checkBackupCopies,
  type RestoredTable,
  restoredTableOf,
} from "./backups.ts";
import { checkEdge, type Edge } from "./edge.ts";
import { LOCAL_STAGE } from "./local-stage.ts";
import { checkProbe, type Probe } from "./probe.ts";
import { REPOSITORY, STAGES, type StageName } from "./stages.ts";

/** What `lib/stages.ts` says of a stage. */
export type StageSettings = {
  /** The only account and region that the stage may be deployed to. */
  readonly env?: { readonly account: string; readonly region: string };
  /** Who is on call, told by e-mail of what cannot wait; others subscribe to the topic. */
  readonly alarmEmail?: string;
  /** Who is told by e-mail of what can wait for the morning; by default who is on call. */
  readonly ticketEmail?: string;
  /** How many executions at once the account may have; AWS's default is 1,000. */
  readonly concurrencyQuota?: number;
  /** Neither a deletion of the stack nor a replacement deletes what holds state. */
  readonly keepsState?: true;
  /** How long alarms are watched after a deployment, to roll it back. */
  readonly monitoringMinutes?: number;
  /** How much the account may cost in a month before somebody is told. */
  readonly monthlyBudgetDollars?: number;
  readonly backupCopies?: BackupCopySettings;
  /** A restored table, by its stream, which takes the place of the stack's own. */
  readonly restoredTableStreamArn?: string;
  /** CloudFront and a firewall before the API. */
  readonly edge?: Edge;
  /** Calls of the API from another region. */
  readonly probe?: Probe;
};

/** A deployment of the stack. */
export type Stage = StageSettings & {
  readonly name: StageName;
  readonly concurrencyQuota: number;
  readonly removalPolicy: RemovalPolicy;
  readonly metricsNamespace: string;
  /** Functions reserve concurrency: an account of an engineer's own may have less than they reserve. */
  readonly reservesConcurrency: boolean;
  /** Environment variables of every function. */
  readonly environment: Record<string, string>;
  /** The address of `docs/runbooks.md` for the alarms' readers. */
  readonly runbookUrl: string;
  readonly restoredTable?: RestoredTable;
};

/** Tags of a stage's stacks, which CloudFormation gives to every resource. */
export const tagsOf = ({ name }: Stage) => ({ service: "intake", stage: name });

/** A stage that belongs to an account. */
export type PinnedStage = Stage & Required<Pick<Stage, "env">>;

const CONCURRENCY_QUOTA = 1_000;
const RUNBOOKS = "docs/runbooks.md";

/** @throws Error if it is none of the stages */
export const resolveStage = (name: string): Stage => {
  if (!isStageName(name))
    throw new Error(`"${name}" is no stage: it is one of ${Object.keys(STAGES).join(", ")} (lib/stages.ts).`);
  return toStage(name, STAGES[name]);
};

/** @throws Error if a setting is malformed */
export const toStage = (name: StageName, settings: StageSettings): Stage => {
  const { backupCopies, edge, probe, restoredTableStreamArn } = settings;
  if (backupCopies) checkBackupCopies(backupCopies);
  if (edge) checkEdge(edge);
  if (probe) checkProbe(probe, settings.env?.region);
  const metricsNamespace = `intake-${name}`;
  return {
    concurrencyQuota: CONCURRENCY_QUOTA,
    ...settings,
    ...(restoredTableStreamArn && { restoredTable: restoredTableOf(restoredTableStreamArn) }),
    name,
    removalPolicy: settings.keepsState ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    metricsNamespace,
    reservesConcurrency: settings.env !== undefined || name === LOCAL_STAGE,
    environment:
      name === LOCAL_STAGE ? { WEBHOOK_TARGETS: "local" } : { METRICS_NAMESPACE: metricsNamespace },
    runbookUrl: settings.env ? `https://github.com/${REPOSITORY}/blob/main/${RUNBOOKS}` : RUNBOOKS,
  };
};

/** @throws Error if it is not a stage with an account */
export const resolvePinnedStage = (name: string): PinnedStage => {
  const stage = resolveStage(name);
  if (!isPinned(stage)) throw new Error(`The stage ${name} belongs to no account (lib/stages.ts).`);
  return stage;
};

export const pinnedStages = (): PinnedStage[] => Object.keys(STAGES).map(resolveStage).filter(isPinned);

const isStageName = (name: string): name is StageName => Object.hasOwn(STAGES, name);

const isPinned = (stage: Stage): stage is PinnedStage => stage.env !== undefined;
