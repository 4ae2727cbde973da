import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { QueueStore } from "../../lib/local/sqs/queue-store.ts";

/** A queue to send to, from which nobody takes. */
export const startBenchQueue = async () => {
  const directory = mkdtempSync(join(tmpdir(), "intake-queue-"));
  const rules = { visibilitySeconds: 30, delaySeconds: 0, retentionSeconds: 3_600, receivesMaximum: 10 };
  const store = new QueueStore({ directory, queues: [{ name: "deliveries", rules }], log: () => {} });
  const server = createServer(async (request, response) => {
    const operation = String(request.headers["x-amz-target"]).split(".")[1] ?? "";
    response.end(JSON.stringify(store.call(operation, JSON.parse(await text(request)))));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}/000000000000/deliveries`,
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(directory, { recursive: true });
    },
  };
};
