import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ensureDemoFirm } from "../../lib/local/demo/demo-firm.ts";
import { listenOnLoopback } from "../../lib/local/host/loopback-server.ts";
import { type Service, startService } from "../../lib/local/host/service.ts";

const LEADS = 200;

/** Measures how fast the local service delivers changes to a webhook; returns a line with the result. */
export const measureDeliveries = async (): Promise<string> => {
  const directory = mkdtempSync(join(tmpdir(), "intake-deliveries-"));
  const receivedAt = new Map<string, number>();
  const receiver = await listenOnLoopback(async (request, response) => {
    receivedAt.set(JSON.parse(await text(request)).data.id, performance.now());
    response.end();
  }, 0);
  let service: Service | undefined;
  try {
    service = await startService({ directory, port: 0 });
    const { api_key } = await ensureDemoFirm(directory, service);
    const post = createPost(service.baseUrl, api_key);
    await post("/api/webhooks", {
      url: `http://127.0.0.1:${receiver.port}/`,
      events: ["*"],
    });
    // warms up the functions
    await createLead(post);
    await waitForReceipts(receivedAt, 1);
    const commits = await Promise.all(Array.from({ length: LEADS }, () => createLead(post)));
    await waitForReceipts(receivedAt, LEADS + 1);
    const first = Math.min(...commits.map(({ at }) => at));
    const last = Math.max(...receivedAt.values());
    const waits = commits.map(({ id, at }) => (receivedAt.get(id) ?? at) - at).sort((a, b) => a - b);
    const perSecond = (LEADS / ((last - first) / 1_000)).toFixed(0);
    return `${LEADS} deliveries of the local service: ${perSecond} a second, median ${waits[LEADS / 2]?.toFixed(0)} ms from commit to receipt`;
  } finally {
    await service?.stop();
    await receiver.stop();
    rmSync(directory, { recursive: true, force: true });
  }
};

type Post = ReturnType<typeof createPost>;

const createPost = (baseUrl: string, key: string) => async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const response = await fetch(baseUrl + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (response.status !== 201)
    throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
  return Object(await response.json());
};

/** Creates a lead, which is committed when the response arrives. */
const createLead = async (post: Post) => {
  const lead = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };
  const { id } = await post("/api/leads", lead);
  return { id: String(id), at: performance.now() };
};

const RECEIPT_TIMEOUT_MILLISECONDS = 60_000;

const waitForReceipts = async (receivedAt: ReadonlyMap<string, number>, count: number) => {
  const deadline = performance.now() + RECEIPT_TIMEOUT_MILLISECONDS;
  while (receivedAt.size < count) {
    if (performance.now() > deadline)
      throw new Error(`Only ${receivedAt.size} of ${count} deliveries arrived.`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
