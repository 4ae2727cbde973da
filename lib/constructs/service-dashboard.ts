import { Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type GraphWidgetProps,
  type IMetric,
  type IWidget,
  LogQueryWidget,
  MathExpression,
  Metric,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { METRICS } from "../../shared/runtime/metrics.ts";
import { type Alarms, FIVE_MINUTES, ONE_MINUTE } from "./alarms.ts";
import type { IntakeFunction } from "./intake-function.ts";
import { INDEXES } from "./intake-table.ts";
import { accountMetric, overdueMetric } from "./service-metrics.ts";

type ServiceDashboardProps = {
  readonly alarms: Alarms;
  readonly api: HttpApi;
  /** The functions of the API, one for each endpoint. */
  readonly endpoints: readonly IntakeFunction[];
  readonly consumers: readonly IntakeFunction[];
  readonly table: ITable;
  readonly queue: Queue;
  readonly logGroup: LogGroup;
  readonly metricsNamespace: string;
};

/** What the on-call engineer looks at first. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    new Dashboard(this, "Dashboard", {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [new AlarmStatusWidget({ title: "Alarms", alarms: [...props.alarms.all], width: 24, height: 3 })],
        requests(props),
        routes(props),
        failures(props),
        outcomes(props),
        deliveries(props),
        store(props),
        costs(props),
      ],
    });
  }
}

const graph = (title: string, left: IMetric[], others: Partial<GraphWidgetProps> = {}) =>
  new GraphWidget({ title, left, width: 8, height: 6, period: FIVE_MINUTES, ...others });

const SUM = { statistic: Stats.SUM };

const requests = ({ api, metricsNamespace }: ServiceDashboardProps): IWidget[] => [
  graph("Requests", [api.metricCount(SUM)]),
  graph("Errors", [
    api.metricServerError({ ...SUM, label: "5xx" }),
    api.metricClientError({ ...SUM, label: "4xx" }),
    byOutcome(metricsNamespace, "ServerErrors"),
  ]),
  graph(
    "Latency (ms)",
    [50, 90, 99].map((percent) =>
      api.metricLatency({ statistic: Stats.percentile(percent), label: `p${percent}` }),
    ),
  ),
];

/** Each endpoint has a function of its own, whose metrics cost nothing; those of API Gateway by route do. */
const routes = ({ endpoints }: ServiceDashboardProps): IWidget[] => [
  graph(
    "Requests by route",
    endpoints.map((endpoint) => endpoint.metricInvocations({ label: endpoint.node.id })),
  ),
  graph(
    "Crashes and timeouts by route",
    endpoints.map((endpoint) => endpoint.metricErrors({ label: endpoint.node.id })),
  ),
  graph(
    "Latency by route (ms, p99)",
    endpoints.map((endpoint) =>
      endpoint.metricDuration({ label: endpoint.node.id, statistic: Stats.percentile(99) }),
    ),
  ),
];

const failures = ({ logGroup }: ServiceDashboardProps): IWidget[] => [
  logQuery(logGroup, "Failed requests by route", 'message.message = "request_failed"'),
  logQuery(logGroup, "Refused requests by route", 'message.message = "request_refused"'),
];

const logQuery = ({ logGroupName }: LogGroup, title: string, filter: string) =>
  new LogQueryWidget({
    title,
    logGroupNames: [logGroupName],
    queryLines: [
      `filter ${filter}`,
      "stats count() as requests by message.endpoint, message.code",
      "sort requests desc",
    ],
    width: 12,
    height: 6,
  });

const outcomes = ({ metricsNamespace }: ServiceDashboardProps): IWidget[] => [
  graph("Bookings and why they are refused", [byOutcome(metricsNamespace, "Bookings")]),
  graph("Leads", [byOutcome(metricsNamespace, "Leads")]),
  graph("Webhook deliveries", [byOutcome(metricsNamespace, "Deliveries")]),
];

const deliveries = ({ metricsNamespace, queue, consumers }: ServiceDashboardProps): IWidget[] => [
  graph("Webhook endpoints", [byOutcome(metricsNamespace, "Endpoints")]),
  graph("Queue", [queue.metricApproximateNumberOfMessagesVisible()], {
    right: [
      queue.metricApproximateAgeOfOldestMessage({ label: "age (s)" }),
      overdueMetric(metricsNamespace, { period: ONE_MINUTE }),
    ],
  }),
  graph(
    "Consumers: crashes and timeouts",
    consumers.map((consumer) => consumer.metricErrors({ label: consumer.node.id })),
    {
      right: consumers
        .slice(0, 1)
        .map((publisher) => publisher.metric("IteratorAge", { statistic: Stats.MAXIMUM })),
    },
  ),
];

const store = ({ table }: ServiceDashboardProps): IWidget[] => [
  graph("Store units: reads", tableUnits(table, "ConsumedReadCapacityUnits"), { stacked: true, width: 12 }),
  graph("Store units: writes", tableUnits(table, "ConsumedWriteCapacityUnits"), { stacked: true, width: 12 }),
];

/** Of the table itself and of each index. */
const tableUnits = ({ tableName }: ITable, metricName: string) =>
  [undefined, ...Object.keys(INDEXES)].map(
    (index) =>
      new Metric({
        namespace: "AWS/DynamoDB",
        metricName,
        dimensionsMap: { TableName: tableName, ...(index && { GlobalSecondaryIndexName: index }) },
        ...SUM,
        label: index ?? "table",
      }),
  );

const costs = ({ queue, logGroup, consumers }: ServiceDashboardProps): IWidget[] => [
  graph(
    "Function time of the consumers (ms)",
    consumers.map((consumer) => consumer.metricDuration(SUM)),
    {
      right: [accountMetric("Duration")],
    },
  ),
  graph("Log (bytes) and messages", [logGroup.metricIncomingBytes(SUM)], {
    right: [queue.metricNumberOfMessagesSent(SUM)],
  }),
  graph("Concurrency", [
    accountMetric("ConcurrentExecutions", Stats.MAXIMUM),
    accountMetric("ClaimedAccountConcurrency", Stats.MAXIMUM),
  ]),
];

/** One line for each outcome that was counted. */
const byOutcome = (namespace: string, name: keyof typeof METRICS) =>
  new MathExpression({
    expression: `SEARCH('{"${namespace}",outcome} MetricName="${name}"', 'Sum', 300)`,
    usingMetrics: {},
    label: "",
    period: FIVE_MINUTES,
  });
