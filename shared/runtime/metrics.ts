/** The service's own metrics and their units. Their dimension is `outcome`. */
export const METRICS = {
  /** Requests to book: `booked`, `replayed`, or the code of the error. */
  Bookings: "Count",
  /** Requests to create a lead and inbound deliveries: `created`, `replayed`, a delivery's outcome, or the code of the error. */
  Leads: "Count",
  /** Outcomes of webhook deliveries: `delivered`, `retrying`, `waiting`, `failed` or `skipped`. */
  Deliveries: "Count",
  /** Readings of feeds: `unchanged`, `changed`, `failed`, or `void` for a message that another reading has replaced. */
  Feeds: "Count",
  /** Changes of a webhook endpoint's state: `failing`, `recovered` or `disabled`. */
  Endpoints: "Count",
  /** Responses of 500 and above, by the code of the error, and records that a walk could not process. */
  ServerErrors: "Count",
  /** Kinds of due work that a sweep finds late. It has no dimension, and is written only then. */
  LateWork: "Count",
} as const;

type Metric = keyof typeof METRICS;

/** Adds one to a metric. CloudWatch counts each outcome as a metric of its own, so outcomes must be few. */
export const countOutcome = (metric: Exclude<Metric, "LateWork">, outcome: string) =>
  writeMetric(metric, 1, { outcome });

export const countLateWork = () => writeMetric("LateWork", 1, {});

/**
 * Writes a line of CloudWatch's embedded metric format, which becomes a metric. Lambda would wrap a line of `console`
 * in its own format. Writes nothing without a namespace, as on one machine.
 */
const writeMetric = (metric: Metric, value: number, dimensions: Record<string, string>) => {
  const namespace = process.env.METRICS_NAMESPACE;
  if (!namespace) return;
  const directive = {
    Namespace: namespace,
    Dimensions: [Object.keys(dimensions)],
    Metrics: [{ Name: metric, Unit: METRICS[metric] }],
  };
  const _aws = { Timestamp: Date.now(), CloudWatchMetrics: [directive] };
  process.stdout.write(`${JSON.stringify({ _aws, ...dimensions, [metric]: value })}\n`);
};
