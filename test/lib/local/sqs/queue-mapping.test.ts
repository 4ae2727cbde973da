import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { asyncInvocations } from "../../../../lib/local/lambda/async-invocations.ts";
import { Queue } from "../../../../lib/local/sqs/queue.ts";
import { startQueueMapping } from "../../../../lib/local/sqs/queue-mapping.ts";
import { eventually } from "../../../support/eventually.ts";
import { SAMPLE_RULES, sampleFunction } from "../sample-resources.ts";

const ARN = "arn:aws:sqs:local:000000000000:work";
const DEAD = "arn:aws:sqs:local:000000000000:dead";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const openQueue = (visibilitySeconds = 30) => new Queue({ ...SAMPLE_RULES, visibilitySeconds });

type MappingInput = {
  batchSize?: number;
  concurrency?: number;
};
type Invoke = (bodies: string[], records: readonly { messageId: string }[]) => unknown;

const startMapping = (queue: Queue, invoke: Invoke, input: MappingInput = {}) => {
  const { batchSize = 10, concurrency = 2 } = input;
  const consumer = startQueueMapping({
    declared: {
      id: "Mapping",
      BatchSize: batchSize,
      EventSourceArn: ARN,
      FunctionName: "Worker",
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: concurrency },
    },
    target: sampleFunction({ name: "Worker", label: "Worker" }),
    queue,
    invoke: async (payload) => {
      const { Records: records }: { Records: { body: string; messageId: string }[] } = JSON.parse(payload);
      return invoke(
        records.map(({ body }) => body),
        records,
      );
    },
    log: () => {},
  });
  stops.push(() => consumer.stop());
};

const fill = (queue: Queue, texts: string) => {
  for (const body of texts) queue.send({ body });
};
const remaining = (queue: Queue) => queue.counts().visible + queue.counts().inFlight;

describe("a queue's mapping", () => {
  it("invokes the function with batches and deletes processed messages", async () => {
    const queue = openQueue();
    const batches: string[] = [];
    fill(queue, "abcde");
    startMapping(queue, (bodies) => batches.push(bodies.join("")) && undefined, {
      batchSize: 2,
      concurrency: 1,
    });
    await eventually(() => batches).toEqual(["ab", "cd", "e"]);
    fill(queue, "f");
    await eventually(() => batches.at(-1)).toBe("f");
    await eventually(() => remaining(queue)).toBe(0);
  });

  it("keeps messages that the function reports as failed, and retries them when they are visible", async () => {
    const queue = openQueue(1);
    const seen: string[] = [];
    fill(queue, "abc");
    startMapping(queue, (bodies, records) => {
      seen.push(...bodies);
      const failed = records.filter((_, index) => bodies[index] === "b" && seen.length < 4);
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await eventually(() => seen.join("")).toBe("abc");
    await eventually(() => remaining(queue)).toBe(1);
    await eventually(() => seen.join(""), { timeout: 3_000 }).toBe("abcb");
    await eventually(() => remaining(queue)).toBe(0);
  });

  it.each<[string, Invoke]>([
    ["throws", () => Promise.reject(new Error("x"))],
    ["returns a malformed response", () => ({ batchItemFailures: 7 })],
    ["reports an unknown message", () => ({ batchItemFailures: [{ itemIdentifier: "x" }] })],
  ])("keeps the whole batch when the function %s", async (_case, respond) => {
    const queue = openQueue();
    let invoked = 0;
    fill(queue, "ab");
    startMapping(queue, (...input) => {
      invoked += 1;
      return respond(...input);
    });
    await eventually(() => invoked).toBe(1);
    await sleep(50);
    expect(queue.counts()).toEqual({ visible: 0, inFlight: 2, delayed: 0 });
  });

  it("processes no more batches at a time than declared", async () => {
    const queue = openQueue();
    let running = 0;
    let maximum = 0;
    fill(queue, "abcdef");
    const work = async () => {
      running += 1;
      maximum = Math.max(maximum, running);
      await sleep(30);
      running -= 1;
    };
    startMapping(queue, work, { batchSize: 1, concurrency: 3 });
    await eventually(() => remaining(queue)).toBe(0);
    expect(maximum).toBe(3);
  });
});

it("an asynchronous invocation is retried as declared and then sent to its destination with its payload", async () => {
  const sent: [string, string][] = [];
  let attempts = 0;
  const invoke = asyncInvocations({
    declared: [
      {
        id: "Config",
        FunctionName: "Worker",
        MaximumRetryAttempts: 1,
        Qualifier: "$LATEST",
        DestinationConfig: { OnFailure: { Destination: DEAD } },
      },
    ],
    invoke: () => {
      attempts += 1;
      return Promise.reject(new Error("x"));
    },
    sendToQueue: (queueArn, body) => sent.push([queueArn, body]),
    log: () => {},
  });
  await invoke("Worker", { a: 1 });
  expect([attempts, sent[0]?.[0], JSON.parse(sent[0]?.[1] ?? "")]).toEqual([
    2,
    DEAD,
    { requestContext: { condition: "RetriesExhausted" }, requestPayload: { a: 1 } },
  ]);
});
