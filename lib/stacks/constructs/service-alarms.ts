import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { IFunction } from "aws-cdk-lib/aws-lambda";
import type { IQueue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { type Alarms, FIVE_MINUTES } from "./alarms.ts";

type ServiceAlarmsProps = {
  readonly alarms: Alarms;
  readonly api: HttpApi;
  readonly publisher: IFunction;
  readonly sweep: IFunction;
  readonly deliveries: IQueue;
};

type Failure = {
  /** The part of the alarm's value by which the runbook tells failures apart. */
  readonly value: number;
  readonly when: string;
};

/** A retry waits in the queue for up to 15 minutes. */
export const LATE_SECONDS = 1_800;

/**
 * The failures by which callers or firms suffer at once, in five minutes. Shares have a floor, below which a failure is
 * one caller's or one record's. A missing sweep counts only while the API has requests: a new stage has not swept yet.
 */
export const FAILURES = {
  errors: { value: 1, when: "FILL(errors, 0) > 2 AND 100 * FILL(errors, 0) > FILL(requests, 0)" },
  slowness: {
    value: 2,
    when: "FILL(slow, 0) > 1 AND FILL(slow, 0) * FILL(requests, 0) > 200",
  },
  crashes: { value: 4, when: "FILL(crashes, 0) > 4 AND 100 * FILL(crashes, 0) > FILL(requests, 0)" },
  lateEvents: { value: 8, when: "FILL(age, 0) > 300000" },
  failedSweeps: { value: 16, when: "MAX([sweep, IF(FILL(requests, 0) > 0, FILL(sweep, 1), 0)]) > 0.5" },
  lateDeliveries: { value: 32, when: `FILL(waiting, 0) > ${LATE_SECONDS}` },
} as const satisfies Record<string, Failure>;

/**
 * One alarm pages for all failures of the service, so that an outage, which causes most of them, pages once. What a single
 * endpoint suffers is a ticket. It rings
 * after two bad periods of half an hour, which excludes a burst of a minute, and ends when at most one is left.
 */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, id: string, { alarms, api, ...others }: ServiceAlarmsProps) {
    super(scope, id);
    const { publisher, sweep, deliveries } = others;
    alarms.add(this, "FailingAlarm", {
      metric: new MathExpression({
        label: "values of the failures, added",
        // AWS does not say whether `FILL` fills a metric that never had a number. `SUM` leaves such a failure out, where
        // `+` might leave out all.
        expression: `SUM([${Object.values(FAILURES)
          .map(({ value, when }) => `IF(${when}, ${value}, 0)`)
          .join(", ")}])`,
        period: FIVE_MINUTES,
        usingMetrics: {
          requests: api.metricCount({ statistic: Stats.SUM }),
          errors: api.metricServerError({ statistic: Stats.SUM }),
          // The percentage of requests that took over two seconds. A percentile of few requests would be a single one.
          slow: api.metricLatency({ statistic: "PR(2000:)" }),
          // The functions of the whole account in the region, including other stages.
          crashes: new Metric({ namespace: "AWS/Lambda", metricName: "Errors", statistic: Stats.SUM }),
          age: publisher.metric("IteratorAge", { statistic: Stats.MAXIMUM }),
          // The share of the invocations that failed, since Lambda counts one that succeeds as zero.
          sweep: sweep.metricErrors({ statistic: Stats.AVERAGE }),
          // Without the endpoints that take over a tenth of the queue's readers: one slow endpoint is its firm's trouble.
          // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html
          waiting: deliveries.metric("ApproximateAgeOfOldestMessageInQuietGroups", {
            statistic: Stats.MAXIMUM,
          }),
        },
      }),
      above: 0,
      periods: 6,
      periodsAbove: 2,
      urgency: "page",
      impact: "Callers get errors or wait, or firms get events, webhooks and reminders late.",
      runbook: "failing-service",
      rollsBack: true,
    });
    alarms.add(this, "LateDeliveriesAlarm", {
      metric: deliveries.metricApproximateAgeOfOldestMessage({
        statistic: Stats.MAXIMUM,
        period: FIVE_MINUTES,
      }),
      above: LATE_SECONDS,
      periods: 6,
      periodsAbove: 2,
      urgency: "ticket",
      impact: "A firm gets webhooks late, mostly since its own endpoint is slow.",
      runbook: "late-deliveries",
    });
  }
}
