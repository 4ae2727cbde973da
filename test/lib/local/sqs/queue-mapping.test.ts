import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "@jest/globals";
import { asyncInvocations } from "../../../../lib/local/lambda/async-invocations.ts";
import { Queue } from "../../../../lib/local/sqs/queue.ts";
import { startQueueMapping } from "../../../../lib/local/sqs/queue-mapping.ts";
import { eventually } from "../../../support/eventually.ts";
import { sampleFunction } from "../sample-resources.ts";

const ARN = "arn:aws:sqs:local:000000000000:work";
const DEAD = "arn:aws:sqs:local:000000000000:dead";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

const openQueue = (visibilitySeconds = 30) => new Queue(visibilitySeconds);

const startMapping = (queue: Queue, invoke: (body: string) => unknown, messagesAtOnce = 2) => {
  const consumer = startQueueMapping({
    declared: {
      id: "Mapping",
      BatchSize: 1,
      EventSourceArn: ARN,
      FunctionName: "Worker",
      FunctionResponseTypes: ["ReportBatchItemFailures"],
    },
    target: sampleFunction({ messagesAtOnce }),
    queue,
    invoke: async (payload) => {
      const { Records: records }: { Records: { body: string; messageId: string }[] } = JSON.parse(payload);
      const [{ body, messageId } = { body: "", messageId: "" }] = records;
      const isFailed = await invoke(body);
      return { batchItemFailures: isFailed === true ? [{ itemIdentifier: messageId }] : [] };
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
  it("invokes the function with each message, also a later one, and deletes it", async () => {
    const queue = openQueue();
    const seen: string[] = [];
    fill(queue, "abc");
    startMapping(queue, (body) => void seen.push(body));
    await eventually(() => seen.join("")).toBe("abc");
    fill(queue, "d");
    await eventually(() => seen.at(-1)).toBe("d");
    await eventually(() => remaining(queue)).toBe(0);
  });

  it.each([
    ["reports as failed", () => true],
    ["fails with", () => Promise.reject(new Error("x"))],
  ])("keeps a message that the function %s, and retries it when it is visible", async (_case, fail) => {
    const queue = openQueue(3);
    const seen: string[] = [];
    fill(queue, "abc");
    startMapping(queue, (body) => {
      seen.push(body);
      return body === "b" && seen.length < 4 ? fail() : undefined;
    });
    await eventually(() => seen.join("")).toBe("abc");
    await eventually(() => remaining(queue)).toBe(1);
    await eventually(() => seen.join("")).toBe("abcb");
    await eventually(() => remaining(queue)).toBe(0);
  });

  it("processes no more messages at a time than the function has instances", async () => {
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
    startMapping(queue, work, 3);
    await eventually(() => remaining(queue)).toBe(0);
    expect(maximum).toBe(3);
  });
});

it("retries an asynchronous invocation as declared and then sends it to its destination with its payload", async () => {
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
