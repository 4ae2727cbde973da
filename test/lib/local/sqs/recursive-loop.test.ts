import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { createAwsListener } from "../../../../lib/local/host/aws-endpoint.ts";
import { listenOnLoopback } from "../../../../lib/local/host/loopback-server.ts";
import { Teardown } from "../../../../lib/local/host/teardown.ts";
import { FunctionPool } from "../../../../lib/local/lambda/function-pool.ts";
import { startQueueMapping } from "../../../../lib/local/sqs/queue-mapping.ts";
import { QueueStore } from "../../../../lib/local/sqs/queue-store.ts";
import { eventually } from "../../../support/eventually.ts";
import { NOT_HOSTED, sampleFunction } from "../sample-resources.ts";

const QUEUE_ARN = "arn:aws:sqs:local:000000000000:work";

const directory = mkdtempSync(join(tmpdir(), "intake-loop-"));
const teardown = new Teardown();
const lines: string[] = [];
const log = (line: string) => lines.push(line);
const bodies: string[] = [];

const store = new QueueStore({ queues: [{ name: "work", visibilitySeconds: 30 }], log: () => {} });

/** Returns the source of a function with the real client that sends each message back to its own queue. */
const loopSource = (queueUrl: string) => `
  const { SQSClient, SendMessageCommand } = require(${JSON.stringify(require.resolve("@aws-sdk/client-sqs"))});
  const client = new SQSClient({});
  exports.handler = async ({ Records }) => {
    for (const { body } of Records) {
      await client.send(new SendMessageCommand({ QueueUrl: ${JSON.stringify(queueUrl)}, MessageBody: body }));
    }
  };`;

const target = sampleFunction({
  name: "Loop",
  label: "Loop",
  module: join(directory, "loop"),
  timeoutSeconds: 20,
  messagesAtOnce: 1,
});

beforeAll(async () => {
  const listener = createAwsListener({
    functions: [target],
    partitionKey: "pk",
    services: { ...NOT_HOSTED, sqs: (call) => ({ body: store.call(call) }) },
    log,
    onAnswered: () => {},
  });
  const server = await listenOnLoopback(listener, 0);
  const awsEndpoint = `http://127.0.0.1:${server.port}`;
  writeFileSync(join(directory, "loop.cjs"), loopSource(`${awsEndpoint}/000000000000/work`));
  const pool = new FunctionPool(target, { awsEndpoint, log, bundle: async () => {} });
  teardown.add(() => server.stop());
  teardown.add(() => pool.stop());
  // loads the client, so that no message becomes visible again meanwhile
  await pool.invoke('{"Records":[]}');
  const mapping = startQueueMapping({
    declared: {
      id: "Mapping",
      BatchSize: 1,
      EventSourceArn: QUEUE_ARN,
      FunctionName: "Loop",
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    },
    target,
    queue: store.get("work"),
    invoke: (payload, lineage) => {
      const { Records }: { Records: { body: string }[] } = JSON.parse(payload);
      bodies.push(...Records.map(({ body }) => body));
      return pool.invoke(payload, lineage);
    },
    log,
  });
  teardown.add(() => mapping.stop());
});
afterAll(async () => {
  await teardown.run();
  rmSync(directory, { recursive: true });
});

const countOf = (body: string) => bodies.filter((candidate) => candidate === body).length;

describe("a function that sends to its own queue", () => {
  it("is stopped after 16 invocations in each lineage, and the messages stay in the queue", async () => {
    for (const body of ["a", "b"]) store.send(QUEUE_ARN, { body });
    await eventually(() => lines).toEqual(
      Array.from({ length: 2 }, () =>
        expect.stringMatching(/^queue {2}Loop is in a recursive loop: .*message/),
      ),
    );
    expect([countOf("a"), countOf("b")]).toEqual([16, 16]);
    expect(store.get("work").counts()).toEqual({ visible: 0, inFlight: 2, delayed: 0 });
    // a later event is not affected
    store.send(QUEUE_ARN, { body: "c" });
    await eventually(() => countOf("c")).toBe(16);
  });
});
