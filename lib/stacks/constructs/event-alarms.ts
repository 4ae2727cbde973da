import { Fn } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";
import { FIFTEEN_MINUTES } from "./alarms.ts";
import type { ServiceAlarmsProps } from "./service-alarms.ts";
import { countMetric, outcomeMetric, overdueMetric, SUM, sumOf } from "./service-metrics.ts";

/** Adds the alarms on the chain from a stored change to its webhooks, after those of its constructs. */
export const addEventAlarms = (scope: Construct, props: ServiceAlarmsProps) => {
  addLinks(scope, props);
  addStoppedEventsAlarm(scope, props);
  props.alarms.addEventChain(scope, "EventChainAlarm", {
    impact:
      "Firms get events and webhooks late or not at all: the chain from a stored change to its webhooks is broken.",
    runbook: "event-chain",
  });
};

const addLinks = (
  scope: Construct,
  { alarms, consumers, publishing, webhooks, metricsNamespace }: ServiceAlarmsProps,
) => {
  const eventRuleName = Fn.select(2, Fn.split("/", webhooks.eventRule.ruleArn));
  const eventDimensions = { EventBusName: publishing.bus.eventBusName, RuleName: eventRuleName };
  alarms.add(scope, "RuleFailuresAlarm", {
    metric: sumOf([
      ruleMetric("FailedInvocations", eventDimensions),
      ruleMetric("FailedInvocations", { RuleName: webhooks.sweepRule.ruleName }),
    ]),
    above: 0,
    urgency: "event chain",
    impact: "Firms' webhooks miss events or arrive late: a rule could not invoke its function.",
    runbook: "failed-rules",
  });
  alarms.add(scope, "EventsLostAlarm", {
    metric: sumOf([
      ...consumers.map((consumer) => consumer.metric("DestinationDeliveryFailures", SUM)),
      ruleMetric("InvocationsFailedToBeSentToDlq", eventDimensions),
    ]),
    above: 0,
    urgency: "page",
    impact: "A firm's subscribers miss an event for good: it could not even be put in its dead letters.",
    runbook: "lost-events",
  });
  alarms.add(scope, "DeliveriesOverdueAlarm", {
    metric: overdueMetric(metricsNamespace, "OverdueSeconds"),
    above: 10 * 60,
    periods: 5,
    ringsWhenMissing: true,
    urgency: "event chain",
    impact: "Firms get webhooks late: deliveries are due for ten minutes, or nothing looks for them.",
    runbook: "overdue-deliveries",
    rollsBack: true,
  });
  alarms.add(scope, "RemindersOverdueAlarm", {
    metric: overdueMetric(metricsNamespace, "ReminderOverdueSeconds"),
    above: 2 * 60,
    periods: 5,
    urgency: "event chain",
    impact: "Firms remind their clients late: reminders are due for two minutes.",
    runbook: "overdue-deliveries",
  });
};

/**
 * Adds an alarm on a standstill: a disabled mapping or rule fails at nothing, and a stream without a reader has no age.
 */
const addStoppedEventsAlarm = (
  scope: Construct,
  { alarms, publishing, webhooks, metricsNamespace }: ServiceAlarmsProps,
) => {
  alarms.add(scope, "EventsStoppedAlarm", {
    metric: new MathExpression({
      label: "changes without events",
      expression:
        "IF(FILL(leads, 0) + FILL(bookings, 0) > 0 AND (FILL(published, 0) == 0 OR FILL(fannedOut, 0) == 0), 1, 0)",
      period: FIFTEEN_MINUTES,
      usingMetrics: {
        leads: outcomeMetric(metricsNamespace, "Leads", "created"),
        bookings: outcomeMetric(metricsNamespace, "Bookings", "booked"),
        published: publishing.publisher.metricInvocations(),
        fannedOut: webhooks.fanOut.metricInvocations(),
      },
    }),
    above: 0,
    // A change at the end of a period may be published in the next one.
    periods: 2,
    urgency: "event chain",
    impact: "Firms get no events and no webhooks: leads are stored, and nothing publishes or passes them on.",
    runbook: "stopped-events",
  });
};

const ruleMetric = (metricName: string, dimensionsMap: Record<string, string>) =>
  countMetric({ namespace: "AWS/Events", metricName, dimensionsMap });
