import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { policyStatement } from "../../../../lib/local/iam/iam-policy.ts";
import { AsyncInvocations } from "../../../../lib/local/lambda/async-invocations.ts";
import { Queue } from "../../../../lib/local/sqs/queue.ts";
import { startQueueMapping } from "../../../../lib/local/sqs/queue-mapping.ts";
import { eventually } from "../../../support/eventually.ts";

const ARN = "arn:aws:sqs:local:000000000000:work";
const DEAD = "arn:aws:sqs:local:000000000000:dead";

const functionThatMay = (actions: string[], Resource = ARN) => ({
  name: "Worker",
  label: "Worker",
  arn: "",
  module: "",
  handler: "",
  timeoutSeconds: 1,
  memoryMegabytes: 128,
  environment: {},
  statements: [policyStatement.parse({ Effect: "Allow", Action: actions, Resource })],
});
const READING = ["sqs:ReceiveMessage", "sqs:DeleteMessage", "sqs:GetQueueAttributes"];

const stops: (() => void)[] = [];
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "intake-mapping-"));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  rmSync(directory, { recursive: true });
});

const openQueue = (visibilitySeconds = 30) =>
  new Queue({
    file: join(directory, "work.jsonl"),
    rules: {
      visibilitySeconds,
      delaySeconds: 0,
      retentionSeconds: 600,
      receivesMaximum: Number.POSITIVE_INFINITY,
    },
    onDead: () => {},
  });

type Setting = {
  batchSize?: number;
  window?: number;
  concurrency?: number;
  reports?: boolean;
  actions?: string[];
};
type Invoke = (bodies: string[], records: readonly { messageId: string }[]) => unknown;

const map = (queue: Queue, invoke: Invoke, setting: Setting = {}) => {
  const { batchSize = 10, window = 0, concurrency = 2, reports = true, actions = READING } = setting;
  const consumer = startQueueMapping({
    declared: {
      id: "Mapping",
      BatchSize: batchSize,
      EventSourceArn: ARN,
      FunctionName: "Worker",
      FunctionResponseTypes: reports ? ["ReportBatchItemFailures"] : [],
      MaximumBatchingWindowInSeconds: window,
      ScalingConfig: { MaximumConcurrency: concurrency },
    },
    target: functionThatMay(actions),
    queue,
    invoke: async ({ Records }) => {
      const records = Records as { body: string; messageId: string }[];
      return invoke(
        records.map(({ body }) => body),
        records,
      );
    },
    workersMaximum: 4,
    log: () => {},
  });
  stops.push(() => consumer.stop());
};

const fill = (queue: Queue, texts: string) => {
  for (const body of texts) queue.send({ body });
};
const left = (queue: Queue) => queue.counts().visible + queue.counts().inFlight;

describe("a queue's mapping", () => {
  it("hands messages over in batches, and deletes them when they are done", async () => {
    const queue = openQueue();
    const batches: string[] = [];
    fill(queue, "abcde");
    map(queue, (bodies) => batches.push(bodies.join("")) && undefined, { batchSize: 2, concurrency: 1 });
    await eventually(() => batches).toEqual(["ab", "cd", "e"]);
    fill(queue, "f");
    await eventually(() => batches.at(-1)).toBe("f");
    await eventually(() => left(queue)).toBe(0);
  });

  it("keeps what the function reports, and hands it over again when it is visible", async () => {
    const queue = openQueue(1);
    const seen: string[] = [];
    fill(queue, "abc");
    map(queue, (bodies, records) => {
      seen.push(...bodies);
      const failed = records.filter((_, index) => bodies[index] === "b" && seen.length < 4);
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    await eventually(() => seen.join("")).toBe("abc");
    await eventually(() => left(queue)).toBe(1);
    await eventually(() => seen.join(""), { timeout: 3_000 }).toBe("abcb");
    await eventually(() => left(queue)).toBe(0);
  });

  it.each<[string, Invoke, boolean]>([
    ["throws", () => Promise.reject(new Error("x")), true],
    ["answers nonsense", () => ({ batchItemFailures: 7 }), true],
    ["reports a message that is not there", () => ({ batchItemFailures: [{ itemIdentifier: "x" }] }), true],
    ["throws, without reports", () => Promise.reject(new Error("x")), false],
  ])("keeps the whole batch when the function %s", async (_, answer, reports) => {
    const queue = openQueue();
    let invoked = 0;
    fill(queue, "ab");
    map(
      queue,
      (...given) => {
        invoked += 1;
        return answer(...given);
      },
      { reports },
    );
    await eventually(() => invoked).toBe(1);
    await sleep(50);
    expect(queue.counts()).toEqual({ visible: 0, inFlight: 2, delayed: 0 });
  });

  it("has no more batches under way than declared", async () => {
    const queue = openQueue();
    let running = 0;
    let most = 0;
    fill(queue, "abcdef");
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(30);
      running -= 1;
    };
    map(queue, work, { batchSize: 1, concurrency: 3 });
    await eventually(() => left(queue)).toBe(0);
    expect(most).toBe(3);
  });

  it("gives a batch that is not full the declared time", async () => {
    const queue = openQueue();
    const batches: string[] = [];
    map(queue, (bodies) => batches.push(bodies.join("")) && undefined, { window: 1 });
    fill(queue, "a");
    await sleep(300);
    fill(queue, "b");
    await eventually(() => batches, { timeout: 3_000 }).toEqual(["ab"]);
  });

  it.each(READING)("does not start without the grant %s", (missing) => {
    const actions = READING.filter((action) => action !== missing);
    expect(() => map(openQueue(), () => {}, { actions })).toThrow(missing);
  });
});

describe("an asynchronous invocation", () => {
  const start = (invoke: () => Promise<unknown>, actions = ["sqs:SendMessage"]) => {
    const sent: [string, string][] = [];
    const invocations = new AsyncInvocations({
      directory,
      functions: [functionThatMay(actions, DEAD)],
      declared: [
        {
          id: "Config",
          FunctionName: "Worker",
          MaximumRetryAttempts: 1,
          MaximumEventAgeInSeconds: 600,
          Qualifier: "$LATEST",
          DestinationConfig: { OnFailure: { Destination: DEAD } },
        },
      ],
      invoke,
      sendToQueue: (queueArn, body) => sent.push([queueArn, body]),
      concurrency: 2,
      log: () => {},
    });
    stops.push(() => invocations.stop());
    return { invocations, sent };
  };

  it("is tried again as declared, and then goes to its destination with what it was about", async () => {
    let tries = 0;
    const { invocations, sent } = start(() => {
      tries += 1;
      return Promise.reject(new Error("x"));
    });
    invocations.accept("Worker", { a: 1 });
    await eventually(() => sent.length, { timeout: 5_000 }).toBe(1);
    expect([tries, sent[0]?.[0], JSON.parse(sent[0]?.[1] ?? "")]).toMatchObject([
      2,
      DEAD,
      {
        requestContext: { condition: "RetriesExhausted", approximateInvokeCount: 2 },
        requestPayload: { a: 1 },
      },
    ]);
  });

  it("that was under way when the process ended is made by the next", async () => {
    const first = start(() => new Promise(() => {}));
    first.invocations.accept("Worker", { a: 1 });
    await sleep(50);
    first.invocations.stop();
    let made = 0;
    start(async () => {
      made += 1;
    });
    await eventually(() => made).toBe(1);
  });

  it("does not start without the grant to send to its destination", () => {
    expect(() => start(async () => {}, ["sqs:ReceiveMessage"])).toThrow("sqs:SendMessage");
  });
});
