import { PUBLISHING_CONCURRENCY, QUEUE_READERS } from "./concurrency.ts";
import { PUBLIC_INSTANCES } from "./throttles.ts";

/** AWS's default quota of concurrent executions. A new account may have ten. */
export const DEFAULT_QUOTA = 1_000;

/** Lambda's own minimum for the functions that reserve nothing, including the whole API. */
export const UNRESERVED_MINIMUM = 100;

const reserved = [
  PUBLISHING_CONCURRENCY,
  ...Object.values(QUEUE_READERS).map(({ concurrency }) => concurrency),
  ...Object.values(PUBLIC_INSTANCES),
];

/** The least quota at which functions reserve instances. With less, none does, and all share the quota. */
export const RESERVING_QUOTA = reserved.reduce((sum, each) => sum + each, UNRESERVED_MINIMUM);

type Account = { readonly region: string };

/** Returns the command that requests a quota: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html */
const quotaRequest = (quota: number, { region }: Account) =>
  `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${quota} --region ${region}`;

type QuotaStage = { readonly name: string; readonly concurrencyQuota: number; readonly env: Account };

/** Returns the reason why an account with this quota cannot have the stage; null if it can. */
export const quotaProblem = ({ name, concurrencyQuota, env }: QuotaStage, quota: number): string | null =>
  quota >= concurrencyQuota
    ? null
    : `The account of ${name} allows ${quota} concurrent executions, and the stage counts on ${concurrencyQuota}. Request them (${quotaRequest(concurrencyQuota, env)}), or set concurrencyQuota: ${quota} of ${name} in lib/stacks/stages.ts${quota < RESERVING_QUOTA ? `; below ${RESERVING_QUOTA}, no function reserves instances` : ""}.`;
