import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { QueueStore } from "../../lib/local/sqs/queue-store.ts";

/** Starts a queue for the functions to send to; nothing receives its messages. */
export const startBenchQueue = async () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-queue-"));
  const rules = { visibilitySeconds: 30, delaySeconds: 0, retentionSeconds: 3_600, receivesMaximum: 10 };
  const store = new QueueStore({ directory, queues: [{ name: "deliveries", rules }], log: () => {} });
  const server = await listenOnLoopback(async (request, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    response.end(JSON.stringify(store.call({ operation, request: JSON.parse(await text(request)) })));
  }, 0);
  return {
    url: `http://127.0.0.1:${server.port}/000000000000/deliveries`,
    stop: async () => {
      await server.stop();
      rmSync(directory, { recursive: true });
    },
  };
};
