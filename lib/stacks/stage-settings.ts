import * as z from "zod";

const secretName = z.string().regex(/^[\w/+=.@-]{1,512}$/);

/** Daily copies of the table in another account. */
const backupCopies = z.strictObject({
  /** The vault of the other account. */
  vaultArn: z.string().regex(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/),
  /** How long that account keeps a copy. */
  retentionDays: z.int().min(7).max(35),
});

/** CloudFront and a firewall before the API: callers do not use the API's own address. */
const edge = z.strictObject({
  /** The host that callers use. */
  domainName: z.string().regex(/^([a-z0-9-]+\.)+[a-z]{2,}$/),
  /** Its certificate, in us-east-1 as CloudFront demands. */
  certificateArn: z.string().regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/),
  /** The host of the API's own address, the output `BaseUrl`. */
  originDomain: z.string().regex(/^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/),
  /** The name in Secrets Manager of what CloudFront sends with each request. */
  originSecret: secretName,
  /** While the secret is changed: the one before, which the API accepts too. */
  previousOriginSecret: secretName.exactOptional(),
  /** The API refuses requests without the secret. Not before CloudFront sends it. */
  isOriginChecked: z.literal(true).exactOptional(),
});

/** Calls of the API each minute. */
const probe = z.strictObject({
  /** Another region than the stage's, which still tells when all of that one is out of reach. */
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/),
  /** As callers use it. */
  baseUrl: z.string().regex(/^https:\/\/[a-z0-9.-]+$/),
  /** The name of the secret, in that region, that is an API key. */
  keySecret: secretName,
});

const settings = z.strictObject({
  /** The only account and region that the stage may be deployed to. */
  env: z.strictObject({ account: z.string(), region: z.string() }).exactOptional(),
  /** Who is on call, told by e-mail of what cannot wait; others subscribe to the topic. */
  alarmEmail: z.string().exactOptional(),
  /** Who is told by e-mail of what can wait for the morning; by default who is on call. */
  ticketEmail: z.string().exactOptional(),
  /** How many executions at once the account may have; AWS's default is 1,000. */
  concurrencyQuota: z.int().exactOptional(),
  /** Neither a deletion of the stack nor a replacement deletes what holds state. */
  keepsState: z.literal(true).exactOptional(),
  /** How long alarms are watched after a deployment, to roll it back. */
  monitoringMinutes: z.int().exactOptional(),
  /** How much the account may cost in a month before somebody is told. */
  monthlyBudgetDollars: z.number().exactOptional(),
  backupCopies: backupCopies.exactOptional(),
  /** A restored table, by its stream, which takes the place of the stack's own. */
  restoredTableStreamArn: z
    .string()
    .regex(/^arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w.:-]+$/)
    .exactOptional(),
  edge: edge.exactOptional(),
  probe: probe.exactOptional(),
});

export type BackupCopySettings = z.infer<typeof backupCopies>;
export type Edge = z.infer<typeof edge>;
export type Probe = z.infer<typeof probe>;

/** What `lib/stacks/stages.ts` says of a stage. */
export type StageSettings = z.infer<typeof settings>;

/** @throws Error if one is malformed */
export const checkSettings = (given: StageSettings): void => {
  settings.parse(given);
  if (given.probe && given.probe.region === given.env?.region)
    throw new Error("The region of the probe is the stage's own.");
};
