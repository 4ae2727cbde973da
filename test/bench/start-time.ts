import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundleFunctions } from "../../lib/bundle-functions.ts";

const ROUNDS = 15;

/** The least that a function with the same SDK clients can be, bundled in the same way. */
const BARE = {
  dynamodb: `
    import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
    import { DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
    const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));
    export const handler = (Key) => client.send(new GetCommand({ TableName: "table", Key }));`,
  eventbridge: `
    import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
    const bus = new EventBridgeClient({});
    export const publish = (Entries) => bus.send(new PutEventsCommand({ Entries }));`,
  sqs: `
    import { SendMessageBatchCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
    const queue = new SQSClient({});
    export const send = (message) => queue.send(new SendMessageCommand(message));
    export const sendAll = (batch) => queue.send(new SendMessageBatchCommand(batch));`,
};

export type StartTime = { readonly name: string; readonly kilobytes: number; readonly ratio: number };

/**
 * Each function's bundle and the time that loading it takes, as a ratio to a bare handler with the same clients:
 * the best of several fresh processes, all of one run and in turn: what the machine does beside only ever adds.
 */
export const startTimes = (bundles: string): StartTime[] => {
  const bare = bundleBareHandlers();
  try {
    const names = readdirSync(bundles).sort();
    const files = new Map(names.map((name) => [name, join(bundles, name, "index.cjs")]));
    const bareFile = (name: string) => join(bare, bareOf(name), "index.cjs");
    const times = loadTimes([...files.values(), ...new Set(names.map(bareFile))]);
    return names.map((name) => {
      const file = files.get(name) ?? "";
      const ratio = (times.get(file) ?? Number.NaN) / (times.get(bareFile(name)) ?? Number.NaN);
      return { name, kilobytes: statSync(file).size / 1024, ratio };
    });
  } finally {
    rmSync(bare, { recursive: true });
  }
};

const BARE_OF: Record<string, string> = {
  "publish-events": "with-bus",
  "fan-out-event": "with-queue",
  "deliver-webhook": "with-queue",
  "send-test-event": "with-queue",
  "redeliver-webhook": "with-queue",
};

const bareOf = (name: string) => BARE_OF[name] ?? "table-only";

const bundleBareHandlers = () => {
  // below the project, so that the SDK is found
  const sources = mkdtempSync(join(import.meta.dirname, ".bare-"));
  try {
    mkdirSync(join(sources, "bare"));
    writeFileSync(join(sources, "bare", "table-only.ts"), BARE.dynamodb);
    writeFileSync(join(sources, "bare", "with-bus.ts"), BARE.dynamodb + BARE.eventbridge);
    writeFileSync(join(sources, "bare", "with-queue.ts"), BARE.dynamodb + BARE.sqs);
    return bundleFunctions(sources);
  } finally {
    rmSync(sources, { recursive: true });
  }
};

const LOAD = `const start = process.hrtime.bigint(); require(process.argv[1]);
  process.stdout.write(String(Number(process.hrtime.bigint() - start)));`;

const loadTimes = (files: readonly string[]) => {
  const nanoseconds = new Map<string, number[]>(files.map((file) => [file, []]));
  const environment = {
    PATH: process.env.PATH,
    AWS_REGION: "us-east-1",
    TABLE_NAME: "table",
    EVENT_BUS_NAME: "bus",
    DELIVERY_QUEUE_URL: "http://127.0.0.1:9/000000000000/queue",
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const file of files) {
      const printed = execFileSync(process.execPath, ["-e", LOAD, file], {
        encoding: "utf8",
        env: environment,
        stdio: "pipe",
      });
      nanoseconds.get(file)?.push(Number(printed));
    }
  }
  return new Map([...nanoseconds].map(([file, taken]) => [file, Math.min(...taken)]));
};
