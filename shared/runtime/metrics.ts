/** The service's own metrics and their units. Metrics that count have the dimension `outcome`. */
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
  /** Seconds that the oldest due webhook delivery or endpoint has waited for the sweep. */
  OverdueSeconds: "Seconds",
  /** Seconds that the oldest due reminder has waited for the sweep. */
  ReminderOverdueSeconds: "Seconds",
  /** Seconds that the oldest due feed has waited for the sweep. */
  FeedOverdueSeconds: "Seconds",
} as const;

type Metric = keyof typeof METRICS;

/** Adds one to a metric. CloudWatch counts each outcome as a metric of its own, so outcomes must be few. */
export const countOutcome = (metric: Exclude<Metric, `${string}Seconds`>, outcome: string) =>
  writeMetric(metric, 1, { outcome });

export const recordOverdueSeconds = (seconds: number) => writeMetric("OverdueSeconds", seconds, {});

export const recordReminderOverdueSeconds = (seconds: number) =>
  writeMetric("ReminderOverdueSeconds", seconds, {});

export const recordFeedOverdueSeconds = (seconds: number) => writeMetric("FeedOverdueSeconds", seconds, {});

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
