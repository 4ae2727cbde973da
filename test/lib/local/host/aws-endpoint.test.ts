import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { DynamoDbProxy } from "../../../../lib/local/dynamodb/dynamodb-proxy.ts";
import { EventBuses } from "../../../../lib/local/eventbridge/event-bus.ts";
import { compilePattern } from "../../../../lib/local/eventbridge/event-pattern.ts";
import type { AwsCall } from "../../../../lib/local/host/aws-call.ts";
import { createAwsListener } from "../../../../lib/local/host/aws-endpoint.ts";
import { type LoopbackServer, listenOnLoopback } from "../../../../lib/local/host/loopback-server.ts";
import { databaseEndpoint } from "../../../support/suite-resources.ts";
import { useTable } from "../../../support/test-table.ts";
import { allow, NOT_HOSTED, sampleFunction } from "../sample-resources.ts";

const table = useTable();
const proxy = new DynamoDbProxy(databaseEndpoint());
const calls: AwsCall[] = [];
const lines: string[] = [];
const invoked: unknown[] = [];
const log = (line: string) => lines.push(line);
let server: LoopbackServer;

const READER = sampleFunction({
  name: "Reader",
  label: "Reader",
  statements: [allow("dynamodb:GetItem", `arn:aws:dynamodb:local:000000000000:table/${table.name}`)],
});

beforeAll(async () => {
  const events = new EventBuses({
    rules: [
      {
        id: "OnCreated",
        EventBusName: "intake",
        EventPattern: compilePattern({ "detail-type": ["lead.created"] }),
        Targets: [{ Arn: "arn:aws:lambda:local:000000000000:function:FanOut" }],
      },
    ],
    invoke: async (functionName, event) => {
      invoked.push([functionName, event.id]);
    },
    log,
  });
  const listener = createAwsListener({
    functions: [READER],
    partitionKey: "pk",
    services: {
      ...NOT_HOSTED,
      dynamodb: (call) => proxy.call(call),
      events: (call) => ({ body: events.call(call) }),
    },
    log,
    onAnswered: (call) => calls.push(call),
  });
  server = await listenOnLoopback(listener, 0);
});
beforeEach(() => {
  calls.length = 0;
  lines.length = 0;
  invoked.length = 0;
});
afterAll(async () => {
  await server.stop();
  proxy.stop();
});

const clientSettings = (accessKeyId: string) => ({
  endpoint: `http://127.0.0.1:${server.port}`,
  region: "local",
  credentials: { accessKeyId, secretAccessKey: "local" },
  maxAttempts: 1,
});

const key = { pk: { S: "FIRM#1" }, sk: { S: "SETTINGS" } };

describe("DynamoDB at the local endpoint", () => {
  it("is proxied, and onAnswered receives each call", async () => {
    const host = new DynamoDBClient(clientSettings("local"));
    await host.send(new PutItemCommand({ TableName: table.name, Item: { ...key, n: { N: "1" } } }));
    const reader = new DynamoDBClient(clientSettings("Reader"));
    const { Item } = await reader.send(new GetItemCommand({ TableName: table.name, Key: key }));
    expect(Item).toMatchObject({ n: { N: "1" } });
    expect(calls).toMatchObject([
      { accessKeyId: "local", operation: "PutItem" },
      { accessKeyId: "Reader", operation: "GetItem" },
    ]);
  });

  it("denies a call that the function's role does not grant, and names both", async () => {
    const reader = new DynamoDBClient(clientSettings("Reader"));
    const put = reader.send(new PutItemCommand({ TableName: table.name, Item: key }));
    await expect(put).rejects.toMatchObject({
      name: "AccessDeniedException",
      message: expect.stringMatching(/Reader is not authorized to perform dynamodb:PutItem/),
    });
    expect(lines).toEqual([expect.stringContaining("dynamodb:PutItem")]);
    expect(calls).toMatchObject([{ operation: "PutItem" }]);
  });

  it("returns the errors of DynamoDB unchanged", async () => {
    const host = new DynamoDBClient(clientSettings("local"));
    await expect(host.send(new DescribeTableCommand({ TableName: "missing" }))).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
  });

  it("returns an error that names a service that is not hosted", async () => {
    const response = await fetch(clientSettings("local").endpoint, {
      method: "POST",
      headers: { "x-amz-target": "Kinesis_20131202.PutRecord" },
      body: "{}",
    });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("Kinesis")]);
  });
});

describe("EventBridge at the local endpoint", () => {
  const entry = {
    EventBusName: "intake",
    Source: "intake",
    Time: new Date(),
    DetailType: "lead.created",
    Detail: '{"name":"Dana"}',
  };
  const put = (entries: Partial<typeof entry>[], accessKeyId = "local") =>
    new EventBridgeClient(clientSettings(accessKeyId)).send(new PutEventsCommand({ Entries: entries }));

  it("accepts events, invokes the targets of matching rules and logs no payload", async () => {
    const { Entries, FailedEntryCount } = await put([entry, { ...entry, DetailType: "lead.updated" }]);
    const ids = Entries?.map(({ EventId }) => EventId);
    expect(FailedEntryCount).toBe(0);
    expect(invoked).toEqual([["FanOut", ids?.[0]]]);
    expect(lines).toEqual([
      `bus  lead.created  ${ids?.[0]}  rules: OnCreated`,
      `bus  lead.updated  ${ids?.[1]}  rules: none`,
    ]);
  });

  it.each([
    ["no entries", [], "ValidationException"],
    ["an entry without a source", [{ ...entry, Source: "" }], "ValidationException"],
    ["eleven entries", Array(11).fill(entry), "ValidationException"],
    ["an entry whose detail is no object", [{ ...entry, Detail: "7" }], "ValidationException"],
  ])("rejects %s", async (_case, entries, name) => {
    await expect(put(entries)).rejects.toMatchObject({ name });
  });

  it("denies a function without the grant", async () => {
    await expect(put([entry], "Reader")).rejects.toMatchObject({ name: "AccessDeniedException" });
  });
});
