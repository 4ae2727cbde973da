import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { hostStack } from "../../../../lib/local/host/hosted-stack.ts";
import { listenOnLoopback } from "../../../../lib/local/host/loopback-server.ts";
import { Teardown } from "../../../../lib/local/host/teardown.ts";
import type { DeclaredScheduledRule, DeclaredStack } from "../../../../lib/local/template/declared-stack.ts";
import { eventually } from "../../../support/eventually.ts";
import { SAMPLE_RULES, sampleFunction } from "../sample-resources.ts";

let directory: string;
let teardown: Teardown;
const lines: string[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "intake-host-"));
  teardown = new Teardown();
  lines.length = 0;
});
afterEach(async () => {
  await teardown.run();
  rmSync(directory, { recursive: true });
});

const FUNCTION_ARN = "arn:aws:lambda:local:000000000000:function:Some";
const QUEUE_ARN = "arn:aws:sqs:local:000000000000:work";

/** A stack with one function of this source. */
const sampleStack = (source: string, changes: Partial<DeclaredStack>, reservedConcurrency?: number) => {
  const module = join(directory, "some");
  writeFileSync(`${module}.cjs`, source);
  return {
    table: { name: "intake", partitionKey: "pk", properties: {} },
    functions: [sampleFunction({ module, reservedConcurrency, timeoutSeconds: 20 })],
    routes: [],
    busNames: [],
    rules: [],
    scheduledRules: [],
    queues: [],
    bucketNames: [],
    streamMappings: [],
    queueMappings: [],
    asyncInvocations: [],
    permissions: [{ functionArn: FUNCTION_ARN, principal: "events.amazonaws.com" }],
    ...changes,
  } satisfies DeclaredStack;
};

const host = (stack: DeclaredStack) =>
  hostStack(
    stack,
    {
      directory,
      awsEndpoint: "http://127.0.0.1:1",
      dynamoDbEndpoint: "http://127.0.0.1:1",
      streamArn: "arn:aws:dynamodb:local:000000000000:table/intake/stream/1",
      teardown,
    },
    { log: (line) => lines.push(line) },
  );

describe("hostStack", () => {
  it("invokes the function of a scheduled rule until it is stopped", async () => {
    const source = `exports.handler = async (event) => console.log(event["detail-type"]);`;
    const rule: DeclaredScheduledRule = {
      id: "Rule",
      ScheduleExpression: { periodMilliseconds: 100 },
      Targets: [{ Arn: FUNCTION_ARN }],
    };
    host(sampleStack(source, { scheduledRules: [rule] }));
    await eventually(() => lines.slice(0, 2), { timeout: 5_000 }).toEqual(
      Array.from({ length: 2 }, () => "Some  Scheduled Event"),
    );
    await teardown.run();
    const { length } = lines;
    await sleep(300);
    expect(lines).toHaveLength(length);
  });

  it.each([
    ["the default of 4", undefined, 4],
    ["its reserved concurrency", 6, 6],
  ])("runs as many instances of a queue's function as %s allows", async (_case, reserved, expected) => {
    const source = `
      exports.handler = async () => {
        console.log("begin");
        await new Promise(() => setInterval(() => {}, 1_000));
      };`;
    const stack = sampleStack(
      source,
      {
        queues: [{ name: "work", rules: SAMPLE_RULES }],
        queueMappings: [
          {
            id: "Mapping",
            BatchSize: 1,
            EventSourceArn: QUEUE_ARN,
            FunctionName: "Some",
            FunctionResponseTypes: ["ReportBatchItemFailures"],
            ScalingConfig: { MaximumConcurrency: 100 },
          },
        ],
      },
      reserved,
    );
    const { serveAws } = host(stack);
    const server = await listenOnLoopback(serveAws, 0);
    teardown.add(() => server.stop());
    const sqs = new SQSClient({
      endpoint: `http://127.0.0.1:${server.port}`,
      region: "local",
      credentials: { accessKeyId: "local", secretAccessKey: "local" },
    });
    const QueueUrl = `http://127.0.0.1:${server.port}/000000000000/work`;
    for (let n = 0; n < 8; n++) await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: String(n) }));
    const begun = () => lines.filter((line) => line.endsWith("begin")).length;
    await eventually(begun, { timeout: 10_000 }).toBe(expected);
    await sleep(300);
    expect(begun()).toBe(expected);
  });
});
