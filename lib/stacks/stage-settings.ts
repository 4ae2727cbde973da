import * as z from "zod";

const HOST = /^([a-z0-9-]+\.)+[a-z]{2,}$/;

const secretName = z.string().regex(/^[\w/+=.@-]{1,512}$/);

/** Daily copies of the table in another account. */
const backupCopies = z.strictObject({
  /** The vault of the other account. */
  vaultArn: z.string().regex(/^arn:aws:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/),
  /** Days for which that account keeps a copy. */
  retentionDays: z.int().min(7).max(35),
});

/** The host of the address that callers use, or CloudFront for them. Links that clients hold outlive the service by it. */
const domain = z.strictObject({
  name: z.string().regex(HOST),
  /** The host's certificate, in the stage's region. */
  certificateArn: z.string().regex(/^arn:aws:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/),
});

/** CloudFront with a firewall in front of the API, whose own address callers do not use. */
const edge = z.strictObject({
  /** The host that callers use. */
  domainName: z.string().regex(HOST),
  /** The host's certificate, in us-east-1 as CloudFront demands. */
  certificateArn: z.string().regex(/^arn:aws:acm:us-east-1:\d{12}:certificate\/[\w-]+$/),
  /** The host of the stage's `domain` or, without one, of the API's own address, the output `BaseUrl`. */
  originDomain: z.string().regex(HOST),
  /** The name in Secrets Manager of the secret that CloudFront sends with each request. */
  originSecret: secretName,
  /** The secret that takes its place with the next deployment: the API already accepts it. */
  nextOriginSecret: secretName.exactOptional(),
  /** The API refuses requests without the secret. Set it only when all callers use CloudFront. */
  isOriginChecked: z.literal(true).exactOptional(),
  /** No firewall, which costs $10 a month: for a stage whose firms are tests. */
  withoutFirewall: z.literal(true).exactOptional(),
});

/** Calls of the API each minute. */
const probe = z.strictObject({
  /** A region other than the stage's, which still works if all of that one is out of reach. */
  region: z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d$/),
  /** The address that callers use. */
  baseUrl: z.string().regex(/^https:\/\/[a-z0-9.-]+$/),
});

const settings = z.strictObject({
  /** The only account and region that the stage may be deployed to. */
  env: z.strictObject({ account: z.string(), region: z.string() }).exactOptional(),
  /** The on-call address for urgent alarms; others subscribe to the topic. */
  alarmEmail: z.string().exactOptional(),
  /** The address for alarms that can wait for the morning; the default is the on-call address. */
  ticketEmail: z.string().exactOptional(),
  /**
   * The concurrent executions that the account allows, 1,000 unless set. A deployment checks it, and functions reserve
   * instances only where it is large enough.
   */
  concurrencyQuota: z.int().min(1).exactOptional(),
  /** Neither a deletion of the stack nor a replacement deletes the resources that hold state. */
  keepsState: z.literal(true).exactOptional(),
  /** Minutes for which alarms are watched after a deployment, to roll it back; CloudFormation watches for at most 180. */
  monitoringMinutes: z.int().min(0).max(180).exactOptional(),
  /** The account's monthly cost in dollars above which somebody is notified; a stage that keeps state has one. */
  monthlyBudgetDollars: z.number().positive().exactOptional(),
  backupCopies: backupCopies.exactOptional(),
  /** The stream of a restored table that replaces the stack's own, and that the stack imports by its name. */
  restoredTableStreamArn: z
    .string()
    .regex(/^arn:aws:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\w.:-]+$/)
    .exactOptional(),
  /** The stack no longer holds the table that it made, so that it can be deleted after a restore. */
  releasesOwnTable: z.literal(true).exactOptional(),
  domain: domain.exactOptional(),
  /**
   * Nothing invokes the functions: no call, no event, no message and no clock. An erasure needs the publisher, which
   * appends its events to the log.
   */
  paused: z.enum(["everything", "everything but the publisher"]).exactOptional(),
  edge: edge.exactOptional(),
  probe: probe.exactOptional(),
});

export type BackupCopySettings = z.infer<typeof backupCopies>;
export type Domain = z.infer<typeof domain>;
export type Edge = z.infer<typeof edge>;
export type Probe = z.infer<typeof probe>;

/** The settings of a stage in `lib/stacks/stages.ts`. */
export type StageSettings = z.infer<typeof settings>;

/** @throws Error if a setting is malformed */
export const checkSettings = (given: StageSettings): void => {
  settings.parse(given);
  if (given.probe && given.probe.region === given.env?.region)
    throw new Error("The region of the probe is the stage's own.");
  if (given.keepsState) checkWatch(given);
  if (given.releasesOwnTable && given.restoredTableStreamArn === undefined)
    throw new Error("A stage releases its own table only when a restored one has taken its place.");
  if (given.edge) checkHosts(given.edge, given.domain);
  if (given.probe) checkProbe(given.probe, given);
};

const checkWatch = ({ monthlyBudgetDollars, domain, edge, probe }: StageSettings): void => {
  if (monthlyBudgetDollars === undefined)
    throw new Error("A stage that keeps state needs monthlyBudgetDollars: about twice the month you expect.");
  if ((edge ?? domain) && !probe)
    throw new Error(
      "A stage that keeps state and has a host of its own needs a probe, which calls that host.",
    );
};

/** Until the API refuses what does not come through CloudFront, callers may use either host. */
const checkProbe = ({ baseUrl }: Probe, { domain, edge }: StageSettings) => {
  const hosts = [edge?.domainName, edge?.isOriginChecked ? undefined : (edge?.originDomain ?? domain?.name)];
  const addresses = hosts.flatMap((host) => (host === undefined ? [] : `https://${host}`));
  if (addresses.length > 0 && !addresses.includes(baseUrl))
    throw new Error(`The baseUrl of the probe is the address that callers use: ${addresses.join(" or ")}.`);
};

const API_HOST = /^[a-z0-9]+\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/;

const checkHosts = ({ domainName, originDomain }: Edge, domain: Domain | undefined) => {
  if (domain ? originDomain !== domain.name : !API_HOST.test(originDomain))
    throw new Error(
      "The originDomain of the edge is the stage's domain or, without one, the host of the API's own address.",
    );
  if (domainName === domain?.name) throw new Error("The edge needs another host than the stage's domain.");
};
