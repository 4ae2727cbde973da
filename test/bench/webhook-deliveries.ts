import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { openDemo } from "../../lib/demo.ts";
import { type Service, startService } from "../../lib/local/host/service.ts";

const LEADS = 200;

/** How fast the local service brings changes to a webhook, from their commit to their receipt; a line that says so. */
export const measureDeliveries = async (): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), "intake-deliveries-"));
  const receiptOf = new Map<string, number>();
  const receiver = createServer(async (request, response) => {
    receiptOf.set(JSON.parse(await text(request)).data.id, performance.now());
    response.end();
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  let service: Service | undefined;
  try {
    service = await startService({ directory, port: 0 });
    const { api_key } = await openDemo(directory, service);
    const post = postTo(service.baseUrl, api_key);
    await post("/api/webhooks", {
      url: `http://127.0.0.1:${Object(receiver.address()).port}/`,
      events: ["*"],
    });
    // the functions' first invocations
    await createLead(post);
    await received(receiptOf, 1);
    const commits = await Promise.all(Array.from({ length: LEADS }, () => createLead(post)));
    await received(receiptOf, LEADS + 1);
    const first = Math.min(...commits.map(({ at }) => at));
    const last = Math.max(...receiptOf.values());
    const waits = commits
      .map(({ id, at }) => (receiptOf.get(id) ?? at) - at)
      .sort((one, other) => one - other);
    const perSecond = (LEADS / ((last - first) / 1_000)).toFixed(0);
    return `${LEADS} deliveries of the local service: ${perSecond} a second, median ${waits[LEADS / 2]?.toFixed(0)} ms from commit to receipt`;
  } finally {
    await service?.stop();
    receiver.closeAllConnections();
    receiver.close();
    rmSync(directory, { recursive: true, force: true });
  }
};

type Post = ReturnType<typeof postTo>;

const postTo = (baseUrl: string, key: string) => async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (response.status !== 201)
    throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return Object(await response.json());
};

/** The answer tells that it is committed. */
const createLead = async (post: Post) => {
  const lead = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };
  const { id } = await post("/api/leads", lead);
  return { id: String(id), at: performance.now() };
};

const RECEIPT_MILLISECONDS = 60_000;

const received = async (receipts: ReadonlyMap<string, number>, count: number) => {
  const until = performance.now() + RECEIPT_MILLISECONDS;
  while (receipts.size < count) {
    if (performance.now() > until) throw new Error(`Only ${receipts.size} of ${count} deliveries arrived.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
