import { Fn } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { IEventBus, Rule } from "aws-cdk-lib/aws-events";
import { Construct } from "constructs";
import { type Alarms, FIFTEEN_MINUTES, FIVE_MINUTES, ONE_MINUTE } from "./alarms.ts";
import type { IntakeFunction } from "./intake-function.ts";
import { accountMetric, outcomeMetric, overdueMetric, sumOf, TABLE_OPERATIONS } from "./service-metrics.ts";

type ServiceAlarmsProps = {
  readonly alarms: Alarms;
  readonly api: HttpApi;
  readonly table: ITable;
  /** The functions behind the API: what reads the stream, the bus, the queue and the clock. */
  readonly consumers: readonly IntakeFunction[];
  /** Those of the consumers that each change invokes. */
  readonly publisher: IntakeFunction;
  readonly fanOut: IntakeFunction;
  readonly bus: IEventBus;
  readonly eventRule: Rule;
  readonly sweepRule: Rule;
  readonly metricsNamespace: string;
  /** The account's quota of concurrent executions. */
  readonly concurrencyQuota: number;
};

export const ALARMING_SHARE_OF_CONCURRENCY = 0.8;

/** Alarms on what no single construct of the stack can see. */
export class ServiceAlarms extends Construct {
  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    this.#addApi(props);
    this.#addFunctions(props);
    this.#addTable(props);
    this.#addEvents(props);
    this.#addStandstill(props);
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
      impact: "Callers of every firm get errors: over 1 % of requests are answered 5xx.",
      runbook: "api-errors",
      rollsBack: true,
    });
    alarms.add(this, "ApiLatencyAlarm", {
      metric: api.metricLatency({ statistic: Stats.percentile(99), period: FIVE_MINUTES }),
      above: 2_000,
      periods: 3,
      impact: "Callers wait: one request in a hundred takes over two seconds.",
      runbook: "slow-api",
      rollsBack: true,
    });
    alarms.add(this, "UnavailableAlarm", {
      metric: outcomeMetric(metricsNamespace, "ServerErrors", "unavailable"),
      above: 10,
      impact: "Callers are told to try again: the table is throttled, in conflict or out of reach.",
      runbook: "unavailable-responses",
    });
    alarms.add(this, "RefusedCallersAlarm", {
      // Few requests are one integrator's mistake.
      metric: new MathExpression({
        label: "4xx, percent of requests",
        expression: "IF(requests > 200, 100 * refused / requests, 0)",
        period: FIFTEEN_MINUTES,
        usingMetrics: {
          refused: api.metricClientError({ statistic: Stats.SUM }),
          requests: api.metricCount({ statistic: Stats.SUM }),
        },
      }),
      above: 50,
      impact: "Callers of perhaps every firm are refused: over half of all requests are answered 4xx.",
      runbook: "refused-callers",
    });
  }

  /** The metrics without a function's name are of the whole account in the region, so of each stage in it. */
  #addFunctions({ alarms, consumers, concurrencyQuota }: ServiceAlarmsProps) {
    alarms.add(this, "FunctionErrorsAlarm", {
      metric: accountMetric("Errors"),
      above: 2,
      impact: "Callers get a 500 of the gateway, and firms late events: functions crash or run out of time.",
      runbook: "function-errors",
      rollsBack: true,
    });
    alarms.add(this, "FunctionThrottlesAlarm", {
      metric: accountMetric("Throttles"),
      above: 10,
      impact: "Callers get 503 from the gateway, and events wait: Lambda refuses invocations.",
      runbook: "throttled-functions",
    });
    alarms.add(this, "AccountConcurrencyAlarm", {
      metric: accountMetric("ClaimedAccountConcurrency", Stats.MAXIMUM),
      above: ALARMING_SHARE_OF_CONCURRENCY * concurrencyQuota,
      periods: 2,
      impact: "Callers are about to get 503 from the gateway: 80 % of the account's concurrency is in use.",
      runbook: "throttled-functions",
    });
    alarms.add(this, "DroppedInvocationsAlarm", {
      metric: sumOf(consumers.map((consumer) => consumer.metric("RecursiveInvocationsDropped", SUM))),
      above: 0,
      impact: "Firms get webhooks late: Lambda has stopped a function that goes round in a loop.",
      runbook: "dropped-recursive-calls",
    });
  }

  #addTable({ alarms, table }: ServiceAlarmsProps) {
    alarms.add(this, "TableThrottlesAlarm", {
      metric: table.metricThrottledRequestsForOperations({
        operations: TABLE_OPERATIONS,
        period: FIVE_MINUTES,
      }),
      above: 20,
      impact: "Callers wait for repeated calls, and some get 503: the table refuses requests.",
      runbook: "throttled-table",
    });
  }

  #addEvents({ alarms, consumers, bus, eventRule, sweepRule, metricsNamespace }: ServiceAlarmsProps) {
    const eventRuleName = Fn.select(2, Fn.split("/", eventRule.ruleArn));
    const eventDimensions = { EventBusName: bus.eventBusName, RuleName: eventRuleName };
    alarms.add(this, "RuleFailuresAlarm", {
      metric: sumOf([
        ruleMetric("FailedInvocations", eventDimensions),
        ruleMetric("FailedInvocations", { RuleName: sweepRule.ruleName }),
      ]),
      above: 0,
      impact: "Firms' webhooks miss events or come late: a rule could not invoke its function.",
      runbook: "failed-rules",
    });
    alarms.add(this, "EventsLostAlarm", {
      metric: sumOf([
        ...consumers.map((consumer) => consumer.metric("DestinationDeliveryFailures", SUM)),
        ruleMetric("InvocationsFailedToBeSentToDlq", eventDimensions),
      ]),
      above: 0,
      impact: "A firm's subscribers miss an event for good: it could not even be put in its dead letters.",
      runbook: "lost-events",
    });
    alarms.add(this, "DeliveriesOverdueAlarm", {
      metric: overdueMetric(metricsNamespace, { period: ONE_MINUTE }),
      above: 10 * 60,
      periods: 5,
      ringsWhenMissing: true,
      impact: "Firms get webhooks late: deliveries are due for ten minutes, or nothing looks for them.",
      runbook: "overdue-deliveries",
      rollsBack: true,
    });
  }

  /** A mapping or rule that is disabled fails at nothing, and a stream that nobody reads has no age. */
  #addStandstill({ alarms, publisher, fanOut, metricsNamespace }: ServiceAlarmsProps) {
    alarms.add(this, "EventsStoppedAlarm", {
      metric: new MathExpression({
        label: "changes without events",
        expression:
          "IF(FILL(leads, 0) + FILL(bookings, 0) > 0 AND (FILL(published, 0) == 0 OR FILL(fannedOut, 0) == 0), 1, 0)",
        period: FIFTEEN_MINUTES,
        usingMetrics: {
          leads: outcomeMetric(metricsNamespace, "Leads", "created"),
          bookings: outcomeMetric(metricsNamespace, "Bookings", "booked"),
          published: publisher.metricInvocations(),
          fannedOut: fanOut.metricInvocations(),
        },
      }),
      above: 0,
      // What is stored at the end of a period may be published in the next one.
      periods: 2,
      impact:
        "Firms get no events and no webhooks: leads are stored, and nothing publishes or passes them on.",
      runbook: "stopped-events",
    });
  }
}

const SUM = { statistic: Stats.SUM, period: FIVE_MINUTES };

const ruleMetric = (metricName: string, dimensionsMap: Record<string, string>) =>
  new Metric({ namespace: "AWS/Events", metricName, dimensionsMap, ...SUM });
