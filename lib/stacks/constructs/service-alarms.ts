import { Duration } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { MathExpression, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { Construct } from "constructs";
import { type Alarms, FIFTEEN_MINUTES, FIVE_MINUTES } from "./alarms.ts";
import { addEventAlarms } from "./event-alarms.ts";
import type { EventPublishing } from "./event-publishing.ts";
import type { IntakeFunction } from "./intake-function.ts";
import {
  accountMetric,
  outcomeMetric,
  overdueMetric,
  SUM,
  sumOf,
  TABLE_OPERATIONS,
} from "./service-metrics.ts";
import type { WebhookDelivery } from "./webhook-delivery.ts";

export type ServiceAlarmsProps = {
  readonly alarms: Alarms;
  readonly api: HttpApi;
  readonly table: ITable;
  /** The functions behind the API, which serve the stream, the bus, the queue and the clock. */
  readonly consumers: readonly IntakeFunction[];
  readonly publishing: EventPublishing;
  readonly webhooks: WebhookDelivery;
  readonly metricsNamespace: string;
  /** The account's quota of concurrent executions. */
  readonly concurrencyQuota: number;
};

export const ALARMING_SHARE_OF_CONCURRENCY = 0.8;

/** Alarms on failures that no single construct of the stack can see. */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    this.#addApi(props);
    this.#addFunctions(props);
    this.#addTable(props);
    this.#addFeeds(props);
    addEventAlarms(this, props);
  }

  #addApi({ alarms, api, metricsNamespace }: ServiceAlarmsProps) {
    alarms.add(this, "ApiErrorsAlarm", {
      // A single fault among few requests is for the log, not for the on-call engineer.
      metric: new MathExpression({
        label: "5xx, percent of requests",
        expression: "IF(errors > 4, 100 * errors / requests, 0)",
        period: FIVE_MINUTES,
        usingMetrics: {
          errors: api.metricServerError({ statistic: Stats.SUM }),
          requests: api.metricCount({ statistic: Stats.SUM }),
        },
      }),
      above: 1,
      urgency: "page",
      impact: "Callers of every firm get errors: over 1 % of requests are answered 5xx.",
      runbook: "api-errors",
      rollsBack: true,
    });
    alarms.add(this, "ApiLatencyAlarm", {
      metric: api.metricLatency({ statistic: Stats.percentile(99), period: FIVE_MINUTES }),
      above: 2_000,
      periods: 3,
      urgency: "page",
      impact: "Callers wait: one request in a hundred takes over two seconds.",
      runbook: "slow-api",
      rollsBack: true,
    });
    alarms.add(this, "UnavailableAlarm", {
      metric: outcomeMetric(metricsNamespace, "ServerErrors", "unavailable"),
      above: 10,
      urgency: "ticket",
      impact: "Callers are told to try again: the table is throttled, in conflict or out of reach.",
      runbook: "unavailable-responses",
    });
    alarms.add(this, "RefusedCallersAlarm", {
      // Few requests are one integrator's mistake.
      metric: new MathExpression({
        label: "4xx, percent of requests",
        expression: "IF(requests > 50, 100 * refused / requests, 0)",
        period: FIFTEEN_MINUTES,
        usingMetrics: {
          refused: api.metricClientError({ statistic: Stats.SUM }),
          requests: api.metricCount({ statistic: Stats.SUM }),
        },
      }),
      above: 50,
      // Excludes somebody who probes addresses on a quiet night.
      periods: 2,
      urgency: "page",
      impact: "Callers of perhaps every firm are refused: over half of all requests are answered 4xx.",
      runbook: "refused-callers",
    });
  }

  /** Metrics without a function's name cover the whole account in the region, and so all its stages. */
  #addFunctions({ alarms, consumers, concurrencyQuota }: ServiceAlarmsProps) {
    alarms.add(this, "FunctionErrorsAlarm", {
      // A few errors are retried or repeated, and a rollback would not undo them.
      metric: new MathExpression({
        label: "crashes and timeouts, percent of invocations",
        expression: "IF(FILL(errors, 0) > 4, 100 * errors / invocations, 0)",
        period: FIVE_MINUTES,
        usingMetrics: { errors: accountMetric("Errors"), invocations: accountMetric("Invocations") },
      }),
      above: 0.1,
      urgency: "page",
      impact: "Callers get a 500 of the gateway, and firms late events: functions crash or run out of time.",
      runbook: "function-errors",
      rollsBack: true,
    });
    alarms.add(this, "FunctionThrottlesAlarm", {
      metric: accountMetric("Throttles"),
      above: 10,
      urgency: "page",
      impact: "Callers get 503 from the gateway, and events wait: Lambda refuses invocations.",
      runbook: "throttled-functions",
    });
    alarms.add(this, "AccountConcurrencyAlarm", {
      metric: accountMetric("ClaimedAccountConcurrency", Stats.MAXIMUM),
      above: ALARMING_SHARE_OF_CONCURRENCY * concurrencyQuota,
      periods: 2,
      urgency: "page",
      impact: "Callers are about to get 503 from the gateway: 80 % of the account's concurrency is in use.",
      runbook: "throttled-functions",
    });
    alarms.add(this, "DroppedInvocationsAlarm", {
      metric: sumOf(consumers.map((consumer) => consumer.metric("RecursiveInvocationsDropped", SUM))),
      above: 0,
      urgency: "ticket",
      impact: "Firms get webhooks late: Lambda has stopped a function in a recursive loop.",
      runbook: "dropped-recursive-calls",
    });
  }

  #addFeeds({ alarms, metricsNamespace }: ServiceAlarmsProps) {
    // Feeds that fail are read ever more rarely, so a fault of the calendars of one firm remains a small part. The longer
    // alarm is for few feeds: they soon have too few readings for the other.
    for (const [id, period, floor, periods] of [
      ["FeedsFailingAlarm", FIFTEEN_MINUTES, 20, 2],
      ["FeedsFailingLongAlarm", Duration.hours(6), 4, 1],
    ] as const)
      alarms.add(this, id, {
        metric: new MathExpression({
          label: "failed readings, percent",
          expression: `IF(FILL(failed, 0) > ${floor}, 100 * failed / (failed + FILL(unchanged, 0) + FILL(changed, 0)), 0)`,
          period,
          usingMetrics: {
            failed: outcomeMetric(metricsNamespace, "Feeds", "failed"),
            unchanged: outcomeMetric(metricsNamespace, "Feeds", "unchanged"),
            changed: outcomeMetric(metricsNamespace, "Feeds", "changed"),
          },
        }),
        above: 50,
        periods,
        urgency: "ticket",
        impact: "Attorneys of many firms may be booked while they are busy: most calendars cannot be read.",
        runbook: "failing-feeds",
      });
    alarms.add(this, "FeedsOverdueAlarm", {
      metric: overdueMetric(metricsNamespace, "FeedOverdueSeconds"),
      above: 10 * 60,
      periods: 5,
      urgency: "ticket",
      impact:
        "Firms' attorneys may be booked while their calendars show them busy: feeds are due for ten minutes.",
      runbook: "late-feeds",
    });
  }

  #addTable({ alarms, table }: ServiceAlarmsProps) {
    alarms.add(this, "TableThrottlesAlarm", {
      // Without data, CloudWatch keeps the state of an alarm on a DynamoDB metric, whatever its setting.
      metric: sumOf(
        TABLE_OPERATIONS.map((Operation) =>
          table.metric("ThrottledRequests", {
            dimensionsMap: { TableName: table.tableName, Operation },
            ...SUM,
          }),
        ),
      ),
      above: 20,
      urgency: "ticket",
      impact: "Callers wait for repeated calls, and some get 503: the table refuses requests.",
      runbook: "throttled-table",
    });
  }
}
