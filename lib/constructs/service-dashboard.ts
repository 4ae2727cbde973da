import { Stack } from "aws-cdk-lib";
import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import {
  AlarmStatusWidget,
  Dashboard,
  type IWidget,
  LogQueryWidget,
  Metric,
  Stats,
} from "aws-cdk-lib/aws-cloudwatch";
import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import type { LogGroup } from "aws-cdk-lib/aws-logs";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Alarms } from "./alarms.ts";
import { byOutcome, graph, search } from "./dashboard-graph.ts";
import type { IntakeFunction } from "./intake-function.ts";
import { INDEXES } from "./intake-table.ts";
import { accountMetric, overdueMetric, TABLE_OPERATIONS } from "./service-metrics.ts";

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
        consumers(props),
        store(props),
        storeHealth(props),
        costs(props),
      ],
    });
  }
}

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
      "stats count() as requests by message.function, message.code",
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

const deliveries = ({ metricsNamespace, queue }: ServiceDashboardProps): IWidget[] => [
  graph("Webhook endpoints", [byOutcome(metricsNamespace, "Endpoints")]),
  graph("Queue", [queue.metricApproximateNumberOfMessagesVisible()], {
    right: [
      queue.metricApproximateAgeOfOldestMessage({ label: "age (s)" }),
      overdueMetric(metricsNamespace, "OverdueSeconds"),
      overdueMetric(metricsNamespace, "ReminderOverdueSeconds"),
    ],
  }),
];

const consumers = (props: ServiceDashboardProps): IWidget[] => [
  graph(
    "Consumers: invocations",
    props.consumers.map((consumer) => consumer.metricInvocations({ label: consumer.node.id })),
  ),
  graph(
    "Consumers: crashes and timeouts",
    props.consumers.map((consumer) => consumer.metricErrors({ label: consumer.node.id })),
  ),
  graph(
    "Age of the stream (ms)",
    props.consumers
      .slice(0, 1)
      .map((publisher) => publisher.metric("IteratorAge", { statistic: Stats.MAXIMUM })),
  ),
];

const store = ({ table }: ServiceDashboardProps): IWidget[] => [
  graph("Store units: reads", tableUnits(table, "ConsumedReadCapacityUnits"), { stacked: true, width: 12 }),
  graph("Store units: writes", tableUnits(table, "ConsumedWriteCapacityUnits"), { stacked: true, width: 12 }),
];

const storeHealth = ({ table }: ServiceDashboardProps): IWidget[] => [
  graph(
    "Store: latency (ms)",
    TABLE_OPERATIONS.map((Operation) =>
      table.metricSuccessfulRequestLatency({ dimensionsMap: { Operation }, label: Operation }),
    ),
    { width: 12 },
  ),
  graph("Store: throttled reads (left) and writes (right)", tableUnits(table, "ReadThrottleEvents"), {
    right: tableUnits(table, "WriteThrottleEvents"),
    width: 12,
  }),
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

const costs = ({ queue, logGroup, ...props }: ServiceDashboardProps): IWidget[] => [
  graph(
    "Function time of the consumers (ms)",
    props.consumers.map((consumer) => consumer.metricDuration(SUM)),
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
  graph("Concurrency by function", [
    // Of every function of the account, so also of other stacks.
    search(`{AWS/Lambda,FunctionName} MetricName="ConcurrentExecutions"`, Stats.MAXIMUM),
  ]),
];
