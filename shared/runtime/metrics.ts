/** Every metric of the service's own, and its unit. Those that count are counted by `outcome`. */
export const METRICS = {
  /** Requests to book: `booked`, `replayed`, or the code of the error. */
  Bookings: "Count",
  /** Requests to create a lead and inbound deliveries: `created`, `replayed`, a delivery's outcome, or the code of the error. */
  Leads: "Count",
  /** What became of webhook deliveries: `delivered`, `retrying`, `waiting`, `failed` or `skipped`. */
  Deliveries: "Count",
  /** Webhook endpoints that changed their state: `failing`, `recovered` or `disabled`. */
  Endpoints: "Count",
  /** Responses of 500 and above, by the code of the error, and records that a walk could not process. */
  ServerErrors: "Count",
  /** How long the oldest webhook delivery or endpoint that is due has waited for the sweep. */
  OverdueSeconds: "Seconds",
  /** How long the oldest reminder that is due has waited for the sweep. */
  ReminderOverdueSeconds: "Seconds",
} as const;

type Metric = keyof typeof METRICS;

/** Adds one to a metric. Each outcome is a metric of its own to CloudWatch, so there must be few. */
export const countOutcome = (metric: Exclude<Metric, `${string}Seconds`>, outcome: string) =>
  writeMetric(metric, 1, { outcome });

export const recordOverdueSeconds = (seconds: number) => writeMetric("OverdueSeconds", seconds, {});

export const recordReminderOverdueSeconds = (seconds: number) =>
  writeMetric("ReminderOverdueSeconds", seconds, {});

/**
 * Writes CloudWatch's embedded metric format, a line of which becomes a metric. Not by `console`, into whose own format Lambda
 * would wrap it. Without a namespace, as on one machine, nothing is written.
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
