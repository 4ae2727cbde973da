import { describe, expect, it } from "@jest/globals";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { METRICS } from "../../../shared/runtime/metrics.ts";
import { unknownLogFields } from "../../support/log-fields.ts";
import { stackTemplate } from "../../support/suite-resources.ts";

const template = Template.fromJSON(JSON.parse(stackTemplate()));

const [dashboard] = Object.values(template.findResources("AWS::CloudWatch::Dashboard"));
const parts: unknown[] = dashboard?.Properties.DashboardBody["Fn::Join"][1];

/** The body, with each reference to a resource replaced by its logical id. */
const body = z
  .object({
    widgets: z.array(
      z.object({
        type: z.string(),
        properties: z.object({
          title: z.string(),
          query: z.string().optional(),
          alarms: z.array(z.string()).optional(),
          metrics: z.array(z.array(z.unknown())).optional(),
        }),
      }),
    ),
  })
  .parse(
    JSON.parse(
      parts
        .map((part) => {
          if (typeof part === "string") return part;
          const { Ref, "Fn::GetAtt": attribute } = Object(part);
          return Ref ?? attribute[0];
        })
        .join(""),
    ),
  );

const metrics = body.widgets.flatMap(({ properties }) => properties.metrics ?? []);
/** `[namespace, name, dimension, value, …, options]` */
const plain = metrics
  .filter(([first]) => typeof first === "string")
  .map(([namespace, name, ...rest]) => ({
    namespace,
    name: String(name),
    dimensions: Object.fromEntries(
      rest.flatMap((value, index) =>
        index % 2 === 0 && typeof value === "string" ? [[value, rest[index + 1]]] : [],
      ),
    ),
  }));

const RESOURCES = Object.keys(template.toJSON().Resources);
const idsOf = (type: string) => Object.keys(template.findResources(type));

const NAMES: Readonly<Record<string, readonly string[]>> = {
  "AWS/ApiGateway": ["Count", "4xx", "5xx", "Latency"],
  "AWS/DynamoDB": [
    "ConsumedReadCapacityUnits",
    "ConsumedWriteCapacityUnits",
    "ReadThrottleEvents",
    "WriteThrottleEvents",
    "SuccessfulRequestLatency",
  ],
  "AWS/Lambda": [
    "Invocations",
    "Errors",
    "Duration",
    "IteratorAge",
    "ConcurrentExecutions",
    "ClaimedAccountConcurrency",
  ],
  "AWS/Logs": ["IncomingBytes"],
  "AWS/SQS": ["ApproximateNumberOfMessagesVisible", "ApproximateAgeOfOldestMessage", "NumberOfMessagesSent"],
  "intake-dev": Object.keys(METRICS),
};

describe("the dashboard", () => {
  it.each(plain)("$name of $namespace is a metric of a resource of the stack", (metric) => {
    expect(NAMES[String(metric.namespace)]).toContain(metric.name);
    const { GlobalSecondaryIndexName: _index, Operation: _operation, ...resources } = metric.dimensions;
    for (const id of Object.values(resources)) expect(RESOURCES).toContain(id);
  });

  it("names only indexes that the table has", () => {
    const [table] = Object.values(template.findResources("AWS::DynamoDB::Table"));
    const declared = table?.Properties.GlobalSecondaryIndexes.map(
      ({ IndexName }: { IndexName: string }) => IndexName,
    );
    const shown = plain.flatMap(({ dimensions }) => dimensions.GlobalSecondaryIndexName ?? []);
    expect([...new Set(shown)].sort()).toEqual([...declared].sort());
  });

  it("searches only metrics that the service writes", () => {
    const searched = [
      ...JSON.stringify(metrics).matchAll(
        /SEARCH\('\{[\\"]+([\w-]+)[\\"]+,outcome\} MetricName=[\\"]+(\w+)/g,
      ),
    ];
    expect(searched.map(([, namespace]) => namespace)).toEqual(searched.map(() => "intake-dev"));
    expect(searched.map(([, , name]) => name).sort()).toEqual(
      Object.keys(METRICS)
        .filter((name) => !name.endsWith("OverdueSeconds"))
        .sort(),
    );
  });

  it("shows requests, crashes and latency of every function of the API", () => {
    const endpoints = idsOf("AWS::Lambda::Function").filter((id) => id.startsWith("Api"));
    for (const name of ["Invocations", "Errors", "Duration"]) {
      const shown = plain
        .filter((metric) => metric.name === name)
        .map(({ dimensions }) => dimensions.FunctionName);
      expect(shown).toEqual(expect.arrayContaining(endpoints));
    }
  });

  it("shows invocations and crashes of every other function, and the users of the account's concurrency", () => {
    const others = idsOf("AWS::Lambda::Function").filter((id) => !id.startsWith("Api"));
    for (const name of ["Invocations", "Errors"]) {
      const shown = plain
        .filter((metric) => metric.name === name)
        .map(({ dimensions }) => dimensions.FunctionName);
      expect(shown).toEqual(expect.arrayContaining(others));
    }
    expect(JSON.stringify(metrics)).toContain("{AWS/Lambda,FunctionName} MetricName=");
  });

  it("shows latency and throttles of the table and its indexes", () => {
    const shown = plain.filter(({ namespace }) => namespace === "AWS/DynamoDB");
    const [table] = Object.values(template.findResources("AWS::DynamoDB::Table"));
    for (const name of ["ReadThrottleEvents", "WriteThrottleEvents"])
      expect(shown.filter((metric) => metric.name === name)).toHaveLength(
        1 + table?.Properties.GlobalSecondaryIndexes.length,
      );
    const latencies = shown.filter((metric) => metric.name === "SuccessfulRequestLatency");
    expect(latencies.map(({ dimensions }) => dimensions.Operation)).toContain("TransactWriteItems");
  });

  it("queries only fields that the log's lines have", () => {
    const queries = body.widgets.flatMap(({ properties }) => properties.query ?? []);
    expect(queries.flatMap(unknownLogFields)).toEqual([]);
  });

  it("shows every alarm, and reads only the log of the functions", () => {
    const shown = body.widgets.flatMap(({ properties }) => properties.alarms ?? []);
    expect(shown.sort()).toEqual(
      [...idsOf("AWS::CloudWatch::Alarm"), ...idsOf("AWS::CloudWatch::CompositeAlarm")].sort(),
    );
    const queries = body.widgets.flatMap(({ properties }) => properties.query ?? []);
    const [logGroup] = idsOf("AWS::Logs::LogGroup").filter((id) => id.startsWith("Logs"));
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) expect(query).toContain(`SOURCE '${logGroup}'`);
  });
});
