import { Metric, type MetricProps, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { countOutcome, METRICS } from "../../shared/runtime/metrics.ts";
import { FIVE_MINUTES } from "./alarms.ts";

type Name = keyof typeof METRICS;
type OutcomeName = Parameters<typeof countOutcome>[0];

/** How often a metric of `shared/runtime/metrics.ts` was counted with an outcome. */
export const outcomeMetric = (namespace: string, name: OutcomeName, outcome: string) =>
  new Metric({
    namespace,
    metricName: name,
    dimensionsMap: { outcome },
    statistic: Stats.SUM,
    period: FIVE_MINUTES,
  });

export const overdueMetric = (namespace: string, options: Pick<MetricProps, "period">) =>
  new Metric({
    namespace,
    metricName: "OverdueSeconds" satisfies Name,
    statistic: Stats.MAXIMUM,
    ...options,
  });

/** A metric of all functions of the account in the region, those of other stages included. */
export const accountMetric = (metricName: string, statistic: string = Stats.SUM) =>
  new Metric({ namespace: "AWS/Lambda", metricName, statistic, period: FIVE_MINUTES });
