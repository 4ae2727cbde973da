import { execFileSync } from "node:child_process";
import { readdirSync, rmSync, statSync } from "node:fs";
import { bundleBareHandlers, bundleFile } from "./bare-handlers.ts";

const ROUNDS = 15;

/** Minimal handlers with the same SDK clients, bundled in the same way. */
const BARE_SOURCES = {
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

/** Returns the size of each function's bundle, by the function's name. */
export const bundleKilobytes = (bundles: string): Record<string, number> =>
  Object.fromEntries(
    readdirSync(bundles).map((name) => [name, Math.round(statSync(bundleFile(bundles, name)).size / 1024)]),
  );

/**
 * Measures each function's load time, as a ratio to a bare handler with the same clients. Takes the
 * minimum over several rounds of fresh processes, because other load on the machine only adds time.
 */
export const measureStartTimes = (bundles: string): StartTime[] => {
  const bare = bundleBareClients();
  try {
    const kilobytes = bundleKilobytes(bundles);
    const names = Object.keys(kilobytes).sort();
    const files = new Map(names.map((name) => [name, bundleFile(bundles, name)]));
    const bareFile = (name: string) => bundleFile(bare, bareHandlerName(name));
    const times = measureLoadTimes([...files.values(), ...new Set(names.map(bareFile))]);
    return names.map((name) => {
      const file = files.get(name) ?? "";
      const ratio = (times.get(file) ?? Number.NaN) / (times.get(bareFile(name)) ?? Number.NaN);
      return { name, kilobytes: kilobytes[name] ?? 0, ratio };
    });
  } finally {
    rmSync(bare, { recursive: true });
  }
};

const BARE_HANDLERS: Record<string, string> = {
  "publish-events": "with-bus-and-queue",
  "fan-out-event": "with-queue",
  "deliver-webhook": "with-queue",
  "sweep-deliveries": "with-queue",
  "recover-deliveries": "with-queue",
  "send-test-event": "with-queue",
  "redeliver-webhook": "with-queue",
};

const bareHandlerName = (name: string) => BARE_HANDLERS[name] ?? "table-only";

const bundleBareClients = () => {
  const { dynamodb, eventbridge, sqs } = BARE_SOURCES;
  return bundleBareHandlers({
    "table-only": dynamodb,
    "with-queue": dynamodb + sqs,
    "with-bus-and-queue": dynamodb + eventbridge + sqs,
  });
};

const LOAD_SCRIPT = `const start = process.hrtime.bigint(); require(process.argv[1]);
  process.stdout.write(String(Number(process.hrtime.bigint() - start)));`;

const measureLoadTimes = (files: readonly string[]) => {
  const nanoseconds = new Map<string, number[]>(files.map((file) => [file, []]));
  const environment = {
    PATH: process.env.PATH,
    AWS_REGION: "us-east-1",
    TABLE_NAME: "table",
    EVENT_BUS_NAME: "bus",
    DELIVERY_QUEUE_URL: "http://127.0.0.1:9/000000000000/queue",
    FEED_QUEUE_URL: "http://127.0.0.1:9/000000000000/feeds",
    DEAD_LETTER_QUEUE_URL: "http://127.0.0.1:9/000000000000/dead-letters",
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const file of files) {
      const output = execFileSync(process.execPath, ["-e", LOAD_SCRIPT, file], {
        encoding: "utf8",
        env: environment,
        stdio: "pipe",
      });
      nanoseconds.get(file)?.push(Number(output));
    }
  }
  return new Map([...nanoseconds].map(([file, durations]) => [file, Math.min(...durations)]));
};
