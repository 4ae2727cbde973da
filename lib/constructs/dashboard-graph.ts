import { GraphWidget, type GraphWidgetProps, type IMetric, MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { METRICS } from "../../shared/runtime/metrics.ts";
import { FIVE_MINUTES } from "./alarms.ts";

export const graph = (title: string, left: IMetric[], others: Partial<GraphWidgetProps> = {}) =>
  new GraphWidget({ title, left, width: 8, height: 6, period: FIVE_MINUTES, ...others });

/** One line for each outcome that was counted. */
export const byOutcome = (namespace: string, name: keyof typeof METRICS) =>
  search(`{"${namespace}",outcome} MetricName="${name}"`, "Sum");

/** One line for each metric that is found. */
export const search = (terms: string, statistic: string) =>
  new MathExpression({
    expression: `SEARCH('${terms}', '${statistic}', 300)`,
    usingMetrics: {},
    label: "",
    period: FIVE_MINUTES,
  });
