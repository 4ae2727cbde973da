import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DescribeTableCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBStreamsClient } from "@aws-sdk/client-dynamodb-streams";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { StreamMapping } from "../../../../lib/local/dynamodb/stream-mapping.ts";
import { type StreamRecord, TableStream } from "../../../../lib/local/dynamodb/table-stream.ts";
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

const DECLARED = {
  EventSourceArn: "arn:aws:dynamodb:local:000000000000:table/some/stream/*",
  FunctionName: "Some",
  StartingPosition: "TRIM_HORIZON",
  FunctionResponseTypes: ["ReportBatchItemFailures"],
  MaximumRetryAttempts: 1,
  BisectBatchOnFunctionError: true,
  FilterCriteria: { Filters: [{ Pattern: "{}" }] },
  DestinationConfig: { OnFailure: { Destination: "arn:aws:s3:::discarded" } },
};

type MappingInput = {
  readonly position: string;
  readonly declared?: object;
  readonly respond?: (sortKeys: string[]) => unknown;
  readonly settled?: () => Promise<void>;
  readonly idleMilliseconds?: { first: number; maximum: number };
};

/** Starts a mapping of this file's stream and records its invocations and discarded batches. */
const start = ({ position, declared, respond = () => ({}), settled, idleMilliseconds }: MappingInput) => {
  const batches: string[][] = [];
  const records: StreamRecord[] = [];
  const objects: unknown[] = [];
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  const mapping = new StreamMapping({
    declared: { ...streamMapping.parse({ ...DECLARED, ...declared }), id: "Mapping" },
    stream: new TableStream({ client, streamArn, positionFile: join(directory, position), log }),
    invoke: async (_functionName, payload) => {
      const { Records }: { Records: StreamRecord[] } = JSON.parse(payload);
      batches.push(Records.map(sortKey));
      records.push(...Records);
      return respond(Records.map(sortKey));
    },
    putObject: (bucketArn, key, body) => objects.push([bucketArn, key, JSON.parse(body)]),
    settled: settled ?? (async () => {}),
    idleMilliseconds,
    log,
  });
  running.push(mapping);
  return { mapping, batches, records, objects, lines, seen: () => batches.flat() };
};

const sortKey = ({ dynamodb }: StreamRecord) => Object(dynamodb.Keys).sk.S;

const put = async (sk: string, attributes: object = {}) => {
  await table.client.send(new PutCommand({ TableName: table.name, Item: { pk: "p", sk, ...attributes } }));
};

/** The tests share one stream, so each reads only records with its own sort keys. */
const onlyPrefix = (prefix: string) => ({
  FilterCriteria: {
    Filters: [
      { Pattern: JSON.stringify({ dynamodb: { Keys: { sk: { S: [1, 2, 3].map((n) => prefix + n) } } } }) },
    ],
  },
});

describe("StreamMapping on DynamoDB Local", () => {
  it("is drained when all that its records caused is done", async () => {
    const done: string[] = [];
    const started = start({
      position: "drained.json",
      declared: onlyPrefix("drained"),
      settled: async () => {
        await sleep(200);
        done.push(...started.seen().slice(done.length));
      },
    });
    await put("drained1");
    await put("drained2");
    await started.mapping.drained();
    expect(done).toEqual(["drained1", "drained2"]);
    await put("drained3");
    await started.mapping.drained();
    expect(done).toEqual(["drained1", "drained2", "drained3"]);
  });

  it("invokes the function with every change in order, in the format of Lambda", async () => {
    const started = start({ position: "a.json", declared: onlyPrefix("a") });
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

  it("invokes the function only with records that match its filter, in batches of the declared size", async () => {
    for (const sk of ["b1", "x1", "b2", "b3"]) await put(sk);
    const started = start({ position: "b.json", declared: { ...onlyPrefix("b"), BatchSize: 2 } });
    await eventually(started.seen).toEqual(["b1", "b2", "b3"]);
    expect(Math.max(...started.batches.map(({ length }) => length))).toBeLessThanOrEqual(2);
  });

  it("repeats the batch that was in progress when it stopped", async () => {
    await put("d1");
    await put("d2");
    const first = start({
      position: "d.json",
      declared: { ...onlyPrefix("d"), MaximumRetryAttempts: undefined },
      respond: () => ({
        batchItemFailures: [{ itemIdentifier: first.records.at(-1)?.dynamodb.SequenceNumber }],
      }),
    });
    await eventually(() => first.batches.length).toBeGreaterThan(1);
    await first.mapping.stop();
    expect(first.batches[1]).toEqual(["d2"]);
    const second = start({ position: "d.json", declared: onlyPrefix("d") });
    await eventually(second.seen).toEqual(["d2"]);
  });

  it("writes discarded records to the declared bucket, with their contents", async () => {
    await put("e1", { name: "Dana" });
    const started = start({
      position: "e.json",
      declared: onlyPrefix("e"),
      respond: () => {
        throw new Error("crash");
      },
    });
    await eventually(() => started.objects.length).toBe(1);
    expect(started.batches).toEqual([["e1"], ["e1"]]);
    expect(started.objects).toEqual([
      [
        "arn:aws:s3:::discarded",
        expect.stringMatching(/^aws\/lambda\/Mapping\//),
        {
          requestContext: { condition: "RetryAttemptsExhausted" },
          payload: { Records: JSON.parse(JSON.stringify(started.records.slice(0, 1))) },
        },
      ],
    ]);
    expect(JSON.stringify(started.objects)).toContain("Dana");
  });

  it("repeats a batch if it stopped before all that the batch caused was done", async () => {
    await put("i1");
    const first = start({
      position: "i.json",
      declared: onlyPrefix("i"),
      settled: () => new Promise(() => {}),
    });
    await eventually(first.seen).toEqual(["i1"]);
    await first.mapping.stop();
    const second = start({ position: "i.json", declared: onlyPrefix("i") });
    await eventually(second.seen).toEqual(["i1"]);
  });

  it("reads a stream from the start, and logs that, if the stored position belongs to another stream", async () => {
    await put("f1");
    const file = join(directory, "f.json");
    const shardId = "shardId-00000001795456176145-00000000";
    writeFileSync(file, JSON.stringify({ shardId, after: "000000000000000000009" }));
    const started = start({ position: "f.json", declared: onlyPrefix("f") });
    await eventually(started.seen).toEqual(["f1"]);
    expect(started.lines).toEqual([expect.stringContaining("of another stream")]);
    await eventually(() => readFileSync(file, "utf8").includes(shardId)).toBe(false);
  });

  it("reads a new record as soon as it is woken", async () => {
    await put("g1");
    const never = { first: 86_400_000, maximum: 86_400_000 };
    const started = start({ position: "g.json", declared: onlyPrefix("g"), idleMilliseconds: never });
    const seenWhenWoken = () => {
      started.mapping.wake();
      return started.seen();
    };
    await eventually(seenWhenWoken).toEqual(["g1"]);
    await put("g2");
    await eventually(seenWhenWoken).toEqual(["g1", "g2"]);
  });
});
