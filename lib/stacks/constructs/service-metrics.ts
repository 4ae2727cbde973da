import { Metric, type MetricProps, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { FIVE_MINUTES } from "./alarms.ts";

/** Returns the sum of a metric that counts. */
export const countMetric = (
  props: Pick<MetricProps, "namespace" | "metricName" | "dimensionsMap" | "period">,
) => new Metric({ statistic: Stats.SUM, period: FIVE_MINUTES, ...props });
