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
import type { METRICS } from "../../../shared/runtime/metrics.ts";
import { type Alarms, FIVE_MINUTES } from "./alarms.ts";
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

/** The on-call engineer's first view. */
export class ServiceDashboard extends Construct {
  constructor(scope: Construct, id: string, props: ServiceDashboardProps) {
    super(scope, id);
    new Dashboard(this, "Dashboard", {
      dashboardName: Stack.of(this).stackName,
      widgets: [
        [new AlarmStatusWidget({ title: "Alarms", alarms: [...props.alarms.all], width: 24, height: 3 })],
        ...requests(props),
        ...outcomes(props),
        ...store(props),
        costs(props),
      ],
    });
  }
}

const SUM = { statistic: Stats.SUM };

const graph = (title: string, left: IMetric[], others: Partial<GraphWidgetProps> = {}) =>
  new GraphWidget({ title, left, width: 8, height: 6, period: FIVE_MINUTES, ...others });

/** Returns one line for each outcome that was counted. */
const byOutcome = (namespace: string, name: keyof typeof METRICS) =>
  search(`{"${namespace}",outcome} MetricName="${name}"`, "Sum");

/** Returns one line for each metric that the search finds. */
const search = (terms: string, statistic: string) =>
  new MathExpression({
    expression: `SEARCH('${terms}', '${statistic}', 300)`,
    usingMetrics: {},
    label: "",
    period: FIVE_MINUTES,
  });

/** Returns one line for each function, because their metrics are free and those of API Gateway by route are not. */
const byFunction = (title: string, functions: readonly IntakeFunction[], metric: string, statistic: string) =>
  graph(
    title,
    functions.map((each) => each.metric(metric, { label: each.node.id, statistic })),
  );

const requests = ({ api, endpoints, logGroup, metricsNamespace }: ServiceDashboardProps): IWidget[][] => [
  [
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
  ],
  [
    byFunction("Requests by route", endpoints, "Invocations", Stats.SUM),
    byFunction("Crashes and timeouts by route", endpoints, "Errors", Stats.SUM),
    byFunction("Latency by route (ms, p99)", endpoints, "Duration", Stats.percentile(99)),
  ],
  [
    logQuery(logGroup, "Failed requests by route", 'message.message = "request_failed"'),
    logQuery(logGroup, "Refused requests by route", 'message.message = "request_refused"'),
  ],
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

const outcomes = ({ metricsNamespace, queue, consumers }: ServiceDashboardProps): IWidget[][] => [
  [
    graph("Bookings and why they are refused", [byOutcome(metricsNamespace, "Bookings")]),
    graph("Leads", [byOutcome(metricsNamespace, "Leads")]),
    graph("Webhook deliveries", [byOutcome(metricsNamespace, "Deliveries")]),
  ],
  [
    graph("Webhook endpoints", [byOutcome(metricsNamespace, "Endpoints")]),
    graph("Feeds", [byOutcome(metricsNamespace, "Feeds")]),
    graph("Queue", [queue.metricApproximateNumberOfMessagesVisible()], {
      right: [
        queue.metricApproximateAgeOfOldestMessage({ label: "age (s)" }),
        overdueMetric(metricsNamespace, "OverdueSeconds"),
        overdueMetric(metricsNamespace, "ReminderOverdueSeconds"),
        overdueMetric(metricsNamespace, "FeedOverdueSeconds"),
      ],
    }),
  ],
  [
    byFunction("Consumers: invocations", consumers, "Invocations", Stats.SUM),
    byFunction("Consumers: crashes and timeouts", consumers, "Errors", Stats.SUM),
    graph(
      "Age of the stream (ms)",
      consumers.slice(0, 1).map((publisher) => publisher.metric("IteratorAge", { statistic: Stats.MAXIMUM })),
    ),
  ],
];

const store = ({ table }: ServiceDashboardProps): IWidget[][] => [
  [
    graph("Store units: reads", tableUnits(table, "ConsumedReadCapacityUnits"), { stacked: true, width: 12 }),
    graph("Store units: writes", tableUnits(table, "ConsumedWriteCapacityUnits"), {
      stacked: true,
      width: 12,
    }),
  ],
  [
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
  ],
];

/** Returns the units of the table itself and of each index. */
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
    { right: [accountMetric("Duration")] },
  ),
  graph("Log (bytes) and messages", [logGroup.metricIncomingBytes(SUM)], {
    right: [queue.metricNumberOfMessagesSent(SUM)],
  }),
  graph("Concurrency", [
    accountMetric("ConcurrentExecutions", Stats.MAXIMUM),
    accountMetric("ClaimedAccountConcurrency", Stats.MAXIMUM),
  ]),
  // Covers every function of the account, including other stacks.
  graph("Concurrency by function", [
    search(`{AWS/Lambda,FunctionName} MetricName="ConcurrentExecutions"`, Stats.MAXIMUM),
  ]),
];
