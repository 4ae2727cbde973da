import { type IMetric, MathExpression, Metric, type MetricProps, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Operation } from "aws-cdk-lib/aws-dynamodb";
import type { countOutcome, METRICS } from "../../../shared/runtime/metrics.ts";
import { FIVE_MINUTES, ONE_MINUTE } from "./alarms.ts";

type Name = keyof typeof METRICS;
type OutcomeName = Parameters<typeof countOutcome>[0];

export const SUM = { statistic: Stats.SUM, period: FIVE_MINUTES };

/** Returns the sum of a metric that counts. */
export const countMetric = (
  props: Pick<MetricProps, "namespace" | "metricName" | "dimensionsMap" | "period">,
) => new Metric({ ...SUM, ...props });

/** Returns the count of a metric of `shared/runtime/metrics.ts` with an outcome. */
export const outcomeMetric = (namespace: string, metricName: OutcomeName, outcome: string) =>
  countMetric({ namespace, metricName, dimensionsMap: { outcome } });

type OverdueName = Extract<Name, `${string}OverdueSeconds`>;

/** Returns the longest wait of due items for a sweep, in each minute. */
export const overdueMetric = (namespace: string, metricName: OverdueName) =>
  new Metric({ namespace, metricName, statistic: Stats.MAXIMUM, period: ONE_MINUTE });

/** Returns a metric of all functions of the account in the region, including other stages. */
export const accountMetric = (metricName: string, statistic: string = Stats.SUM) =>
  new Metric({ namespace: "AWS/Lambda", metricName, statistic, period: FIVE_MINUTES });

/** The operations that the service calls. */
export const TABLE_OPERATIONS = [
  Operation.GET_ITEM,
  Operation.BATCH_GET_ITEM,
  Operation.QUERY,
  Operation.PUT_ITEM,
  Operation.UPDATE_ITEM,
  Operation.DELETE_ITEM,
  Operation.TRANSACT_WRITE_ITEMS,
];

/** Returns the sum of metrics. A missing metric counts as zero. */
export const sumOf = (metrics: readonly IMetric[], period = FIVE_MINUTES) => {
  const usingMetrics = Object.fromEntries(metrics.map((metric, index) => [`m${index}`, metric]));
  const expression = Object.keys(usingMetrics)
    .map((name) => `FILL(${name}, 0)`)
    .join(" + ");
  return new MathExpression({ expression, usingMetrics, period });
};
