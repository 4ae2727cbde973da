import { text } from "node:stream/consumers";
import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { QueueStore } from "../../lib/local/sqs/queue-store.ts";

const QUEUES = ["deliveries", "feeds", "dead-letters"].map((name) => ({ name, visibilitySeconds: 30 }));

/** Starts the queues and the event bus to which the functions send. Nothing receives the messages. */
export const startBenchServices = async () => {
  const store = new QueueStore({ queues: QUEUES, log: () => {} });
  const server = await listenOnLoopback(async (request, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    const input = JSON.parse(await text(request));
    const output = operation === "PutEvents" ? putEvents(input) : store.call({ operation, request: input });
    response.end(JSON.stringify(output));
  }, 0);
  const origin = `http://127.0.0.1:${server.port}`;
  const queueUrl = (name: string) => `${origin}/000000000000/${name}`;
  return {
    environment: {
      AWS_ENDPOINT_URL_SQS: origin,
      AWS_ENDPOINT_URL_EVENTBRIDGE: origin,
      DELIVERY_QUEUE_URL: queueUrl("deliveries"),
      FEED_QUEUE_URL: queueUrl("feeds"),
      DEAD_LETTER_QUEUE_URL: queueUrl("dead-letters"),
      EVENT_BUS_NAME: "bench",
    },
    stop: server.stop,
  };
};

const putEvents = ({ Entries }: { Entries: readonly unknown[] }) => ({
  FailedEntryCount: 0,
  Entries: Entries.map((_, index) => ({ EventId: String(index) })),
});
