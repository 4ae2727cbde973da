import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import { Construct } from "constructs";
import { type Alarms, FIFTEEN_MINUTES, FIVE_MINUTES } from "./alarms.ts";
import { countMetric } from "./service-metrics.ts";

type EdgeAlarmsProps = {
  readonly alarms: Alarms;
  readonly distributionId: string;
  /** As its visibility says. */
  readonly webAclMetric: string;
};

/** Alarms on what only CloudFront and its firewall see. */
export class EdgeAlarms extends Construct {
  constructor(scope: Construct, id: string, { alarms, distributionId, webAclMetric }: EdgeAlarmsProps) {
    super(scope, id);
    const ofCloudFront = (metricName: string, statistic: string) =>
      new Metric({
        namespace: "AWS/CloudFront",
        metricName,
        dimensionsMap: { DistributionId: distributionId, Region: "Global" },
        statistic,
        period: FIVE_MINUTES,
      });
    alarms.add(this, "ErrorsAlarm", {
      metric: new MathExpression({
        label: "5xx, percent of requests",
        expression: "IF(requests > 50, errors, 0)",
        period: FIVE_MINUTES,
        usingMetrics: {
          requests: ofCloudFront("Requests", Stats.SUM),
          errors: ofCloudFront("5xxErrorRate", Stats.AVERAGE),
        },
      }),
      above: 5,
      urgency: "page",
      impact: "Callers of every firm get errors: over 5 % of requests are answered 5xx by CloudFront.",
      runbook: "cloudfront-errors",
    });
    alarms.add(this, "FirewallBlocksAlarm", {
      metric: countMetric({
        namespace: "AWS/WAFV2",
        metricName: "BlockedRequests",
        dimensionsMap: { WebACL: webAclMetric, Rule: "ALL" },
        period: FIFTEEN_MINUTES,
      }),
      above: 100,
      urgency: "ticket",
      impact: "Callers are refused by the firewall: a flood, or a firm's requests that look like an attack.",
      runbook: "firewall-blocks",
    });
  }
}
