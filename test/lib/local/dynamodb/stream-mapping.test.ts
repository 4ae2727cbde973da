import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { StreamMapping } from "../../../../lib/local/dynamodb/stream-mapping.ts";
import { TableStream } from "../../../../lib/local/dynamodb/table-stream.ts";
import { policyStatement } from "../../../../lib/local/iam/iam-policy.ts";
import type { StreamRecord } from "../../../../lib/local/lambda/lambda-record.ts";
import { streamMapping } from "../../../../lib/local/template/resource-schemas.ts";
import { eventually } from "../../../support/eventually.ts";
import { databaseEndpoint } from "../../../support/suite-resources.ts";
import { useTable } from "../../../support/test-table.ts";

const table = useTable({ stream: true });
const directory = mkdtempSync(join(tmpdir(), "intake-streams-"));
const client = new DynamoDBStreamsClient({
  endpoint: databaseEndpoint(),
  region: "local",
  credentials: { accessKeyId: "local", secretAccessKey: "local" },
});
const running: StreamMapping[] = [];
let streamArn = "";

beforeAll(async () => {
  const { Table } = await table.client.send(new DescribeTableCommand({ TableName: table.name }));
  streamArn = Table?.LatestStreamArn ?? "";
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((mapping) => mapping.stop()));
});
afterAll(() => {
  client.destroy();
  rmSync(directory, { recursive: true });
});

const TARGET = {
  name: "Some",
  label: "Some",
  arn: "arn:aws:lambda:local:000000000000:function:Some",
  module: "",
  handler: "",
  timeoutSeconds: 1,
  memoryMegabytes: 128,
  environment: {},
  statements: [policyStatement.parse({ Effect: "Allow", Action: "*", Resource: "*" })],
};

const DECLARED = {
  EventSourceArn: "arn:aws:dynamodb:local:000000000000:table/some/stream/*",
  FunctionName: "Some",
  StartingPosition: "TRIM_HORIZON",
  FunctionResponseTypes: ["ReportBatchItemFailures"],
  MaximumRetryAttempts: 1,
  DestinationConfig: { OnFailure: { Destination: "arn:aws:sqs:local:000000000000:dead-letters" } },
};

type Setting = {
  readonly position: string;
  readonly declared?: object;
  readonly answer?: (sortKeys: string[]) => unknown;
  readonly target?: Partial<typeof TARGET>;
};

/** Starts a mapping of this file's stream, and notes what it hands over and gives up. */
const start = ({ position, declared, answer = () => ({}), target }: Setting) => {
  const batches: string[][] = [];
  const records: StreamRecord[] = [];
  const deadLetters: unknown[] = [];
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const mapping = new StreamMapping({
    declared: { ...streamMapping.parse({ ...DECLARED, ...declared }), id: "Mapping" },
    target: { ...TARGET, ...target },
    stream: new TableStream({ client, streamArn, positionFile: join(directory, position), log }),
    invoke: async ({ Records }) => {
      batches.push(Records.map(sortKey));
      records.push(...Records);
      return answer(Records.map(sortKey));
    },
    sendToQueue: (queueName, body) => deadLetters.push([queueName, JSON.parse(body)]),
    log,
  });
  running.push(mapping);
  return { mapping, batches, records, deadLetters, lines, seen: () => batches.flat() };
};

const sortKey = ({ dynamodb }: StreamRecord) => Object(dynamodb.Keys).sk.S;

const put = async (sk: string, attributes: object = {}) => {
  await table.client.send(new PutCommand({ TableName: table.name, Item: { pk: "p", sk, ...attributes } }));
};

/** Earlier tests' records are in the stream too: each looks at those of its own prefix. */
const only = (prefix: string) => ({
  FilterCriteria: {
    Filters: [{ Pattern: JSON.stringify({ dynamodb: { Keys: { sk: { S: [{ prefix }] } } } }) }],
  },
});

describe("StreamMapping on DynamoDB Local", () => {
  it("hands over every change in order, as Lambda has it", async () => {
    const started = start({ position: "a.json", declared: only("a") });
    await put("a1", { empty: {}, list: [{}], bytes: Buffer.from("hi") });
    await put("a1", { n: 2 });
    await put("a2");
    started.mapping.wake();
    await eventually(started.seen).toEqual(["a1", "a1", "a2"]);
    expect(started.records[0]).toMatchObject({
      eventName: "INSERT",
      eventSource: "aws:dynamodb",
      eventSourceARN: streamArn,
      dynamodb: {
        SequenceNumber: expect.any(String),
        ApproximateCreationDateTime: expect.any(Number),
        NewImage: { empty: { M: {} }, list: { L: [{ M: {} }] }, bytes: { B: "aGk=" } },
      },
    });
    expect(started.records[1]).toMatchObject({
      eventName: "MODIFY",
      dynamodb: { NewImage: { n: { N: "2" } }, OldImage: { empty: { M: {} } } },
    });
  });

  it("hands over only what its filter lets through, in batches of the declared size", async () => {
    for (const sk of ["b1", "x1", "b2", "b3"]) await put(sk);
    const started = start({ position: "b.json", declared: { ...only("b"), BatchSize: 2 } });
    await eventually(started.seen).toEqual(["b1", "b2", "b3"]);
    expect(Math.max(...started.batches.map(({ length }) => length))).toBeLessThanOrEqual(2);
  });

  it("goes on where it was stopped", async () => {
    await put("c1");
    const first = start({ position: "c.json", declared: only("c") });
    await eventually(first.seen).toEqual(["c1"]);
    await first.mapping.stop();
    await put("c2");
    const second = start({ position: "c.json", declared: only("c") });
    await eventually(second.seen).toEqual(["c2"]);
  });

  it("hands over again what was under way when it was stopped", async () => {
    await put("d1");
    await put("d2");
    const first = start({
      position: "d.json",
      declared: { ...only("d"), MaximumRetryAttempts: -1 },
      answer: () => ({
        batchItemFailures: [{ itemIdentifier: first.records.at(-1)?.dynamodb.SequenceNumber }],
      }),
    });
    await eventually(() => first.batches.length).toBeGreaterThan(1);
    await first.mapping.stop();
    expect(first.batches[1]).toEqual(["d2"]);
    const second = start({ position: "d.json", declared: only("d") });
    await eventually(second.seen).toEqual(["d2"]);
  });

  it("sends what it gives up to the declared queue: where it is, not what it holds", async () => {
    await put("e1", { name: "Dana" });
    const started = start({
      position: "e.json",
      declared: only("e"),
      answer: () => {
        throw new Error("crash");
      },
    });
    await eventually(() => started.deadLetters.length).toBe(1);
    expect(started.batches).toEqual([["e1"], ["e1"]]);
    const SequenceNumber = started.records[0]?.dynamodb.SequenceNumber;
    expect(started.deadLetters).toMatchObject([
      [
        "dead-letters",
        {
          requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: 2 },
          DDBStreamBatchInfo: {
            startSequenceNumber: SequenceNumber,
            endSequenceNumber: SequenceNumber,
            batchSize: 1,
            streamArn,
          },
        },
      ],
    ]);
    expect(JSON.stringify(started.deadLetters)).not.toContain("Dana");
  });

  it("reads a stream that its position does not belong to from the beginning, and says so", async () => {
    await put("f1");
    const file = join(directory, "f.json");
    writeFileSync(file, JSON.stringify({ streamArn: "arn:gone", shards: { some: { after: "9" } } }));
    const started = start({ position: "f.json", declared: only("f") });
    await eventually(started.seen).toEqual(["f1"]);
    expect(started.lines).toEqual([expect.stringContaining("arn:gone is gone")]);
    await eventually(() => readFileSync(file, "utf8")).toContain(streamArn);
  });

  it("notices a write within a moment of being woken", async () => {
    const started = start({ position: "g.json", declared: only("g") });
    await eventually(() => readFileSync(join(directory, "g.json"), "utf8")).toContain("after");
    await new Promise((resolve) => setTimeout(resolve, 300));
    await put("g1");
    const wokenAt = performance.now();
    started.mapping.wake();
    await eventually(started.seen, { interval: 5 }).toEqual(["g1"]);
    expect(performance.now() - wokenAt).toBeLessThan(200);
  });

  it("refuses a function whose role cannot read the stream, naming the call", () => {
    expect(() => start({ position: "h.json", target: { statements: [] } })).toThrow(
      "dynamodb:DescribeStream",
    );
  });
});
