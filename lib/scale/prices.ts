/** When the prices were taken from the pages, in us-east-1. */
export const PRICES_AS_OF = "June 2026";

export type Price = {
  readonly unit: string;
  /** How many units the dollars are for. */
  readonly per: number;
  /** Each holds up to so many units a month; the last holds all. */
  readonly tiers: readonly { readonly upTo: number; readonly dollars: number }[];
  /** Units that each account gets each month for nothing, not only in its first year. */
  readonly free: number;
  /** The page of AWS that names it. */
  readonly page: string;
  /** What would lower the cost, should it be one of the biggest. */
  readonly lowerBy: string;
};

const MILLION = 1_000_000;
const all = (dollars: number) => [{ upTo: Number.POSITIVE_INFINITY, dollars }];

const DYNAMODB = "Amazon DynamoDB pricing, on-demand capacity";
const LAMBDA = "AWS Lambda pricing, arm64";
const CLOUDWATCH = "Amazon CloudWatch pricing";

export const PRICES = {
  "DynamoDB writes": {
    unit: "write request units",
    per: MILLION,
    tiers: all(0.625),
    free: 0,
    page: DYNAMODB,
    lowerBy: "Provisioned capacity with auto scaling for the load of every hour, reserved for a year.",
  },
  "DynamoDB reads": {
    unit: "read request units",
    per: MILLION,
    tiers: all(0.125),
    free: 0,
    page: DYNAMODB,
    lowerBy:
      "Smaller pages (`limit`), and webhooks or `GET /api/events?after=` instead of lists that are polled.",
  },
  "DynamoDB storage": {
    unit: "GB-months",
    per: 1,
    tiers: all(0.25),
    free: 25,
    page: "Amazon DynamoDB pricing, data storage",
    lowerBy: "Indexes that project keys and filters only; old leads in an archive.",
  },
  "DynamoDB point-in-time recovery": {
    unit: "GB-months",
    per: 1,
    tiers: all(0.2),
    free: 0,
    page: "Amazon DynamoDB pricing, backup and restore",
    lowerBy: "Old leads in an archive.",
  },
  "Lambda requests": {
    unit: "requests",
    per: MILLION,
    tiers: all(0.2),
    free: MILLION,
    page: LAMBDA,
    lowerBy: "Batches of stream records (`maxBatchingWindow`), at the price of as much delay.",
  },
  "Lambda time": {
    unit: "GB-seconds",
    per: MILLION,
    tiers: [
      { upTo: 7_500 * MILLION, dollars: 13.3334 },
      { upTo: 18_750 * MILLION, dollars: 12.0001 },
      { upTo: Number.POSITIVE_INFINITY, dollars: 10.6667 },
    ],
    free: 400_000,
    page: LAMBDA,
    lowerBy:
      "Several deliveries in one invocation that waits for all of them, a compute savings plan, or less memory where measurements allow it.",
  },
  "HTTP API": {
    unit: "requests",
    per: MILLION,
    tiers: [
      { upTo: 300 * MILLION, dollars: 1 },
      { upTo: Number.POSITIVE_INFINITY, dollars: 0.9 },
    ],
    free: 0,
    page: "Amazon API Gateway pricing, HTTP APIs",
    lowerBy: "Fewer requests: webhooks instead of polling, larger pages.",
  },
  EventBridge: {
    unit: "custom events",
    per: MILLION,
    tiers: all(1),
    free: 0,
    page: "Amazon EventBridge pricing, custom events of up to 64 KB",
    lowerBy: "Invoking the fan-out from the stream, if nobody else subscribes to the bus.",
  },
  SQS: {
    unit: "requests of a fair queue",
    per: MILLION,
    // A standard queue's price, and the addition for messages with a group.
    tiers: all(0.4 + 0.1),
    free: MILLION,
    page: "Amazon SQS pricing, standard queues and fair queues",
    lowerBy: "Batches of several messages, at the price of waiting for the slowest endpoint of each.",
  },
  "CloudWatch Logs": {
    unit: "GB",
    per: 1,
    tiers: all(0.5),
    free: 5,
    page: `${CLOUDWATCH}, logs ingested`,
    lowerBy: "No access log (the functions' lines say nearly the same), or the infrequent-access log class.",
  },
  "CloudWatch alarms": {
    unit: "alarm metrics",
    per: 1,
    tiers: all(0.1),
    free: 10,
    page: `${CLOUDWATCH}, alarms`,
    lowerBy: "Nothing sensible: they tell of failures.",
  },
  "CloudWatch composite alarms": {
    unit: "alarms over alarms",
    per: 1,
    tiers: all(0.5),
    free: 0,
    page: `${CLOUDWATCH}, alarms`,
    lowerBy: "Nothing sensible: it pages once instead of six times.",
  },
  "CloudWatch metrics": {
    unit: "custom metrics",
    per: 1,
    tiers: all(0.3),
    free: 10,
    page: `${CLOUDWATCH}, custom metrics`,
    lowerBy: "Fewer outcomes (`shared/runtime/metrics.ts`).",
  },
  "CloudWatch dashboard": {
    unit: "large dashboards",
    per: 1,
    tiers: all(3),
    free: 0,
    page: `${CLOUDWATCH}, dashboards of over 50 metrics`,
    lowerBy: "No dashboard for stages that nobody watches.",
  },
  "Data transfer out": {
    unit: "GB",
    per: 1,
    tiers: [
      { upTo: 10_240, dollars: 0.09 },
      { upTo: 51_200, dollars: 0.085 },
      { upTo: 153_600, dollars: 0.07 },
      { upTo: Number.POSITIVE_INFINITY, dollars: 0.05 },
    ],
    free: 100,
    page: "Amazon EC2 pricing, data transfer out to the internet",
    lowerBy:
      "Compressed responses: most of it are free times, calendars and lists, and HTTP APIs do not compress by themselves.",
  },
} as const satisfies Record<string, Price>;

export type Driver = keyof typeof PRICES;
export const DRIVERS = Object.keys(PRICES).map((name) => name as Driver);

/** Dollars for a month's quantity, after what is free. */
export const monthlyDollars = (price: Price, quantity: number): number => {
  const { per, tiers, free } = price;
  let [billed, from, dollars] = [Math.max(0, quantity - free), 0, 0];
  for (const tier of tiers) {
    const inTier = Math.min(billed, tier.upTo - from);
    dollars += (inTier / per) * tier.dollars;
    billed -= inTier;
    from = tier.upTo;
    if (billed <= 0) break;
  }
  return dollars;
};

/** Dollars for a quantity at the highest list price, without what is free. */
export const listDollars = ({ per, tiers }: Price, quantity: number): number =>
  (quantity / per) * (tiers[0]?.dollars ?? 0);

/** What is only compared with, and nothing that the stack has. */
export const OTHER_PRICES = {
  waf: {
    page: "AWS WAF pricing",
    dollarsPerMillionRequests: 0.6,
    dollarsPerMonth: 5 + 1,
    what: "a web ACL with one rule",
  },
  searchEngine: {
    page: "Amazon OpenSearch Service pricing",
    dollarsPerHour: 2 * 0.036,
    what: "two nodes of `t3.small.search`",
  },
} as const;
