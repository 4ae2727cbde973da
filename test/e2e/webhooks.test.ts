import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it, jest } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { openTable } from "../../lib/operator/deployment.ts";
import { eventually } from "../support/eventually.ts";
import { scanItems } from "../support/scan-table.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import {
  callDemo,
  kill,
  killSpawned,
  readJson,
  type SpawnedService,
  spawnService,
  startDemo,
} from "./spawned-service.ts";

const directory = mkdtempSync(join(tmpdir(), "intake-e2e-"));

jest.setTimeout(600_000);
useReceivers();
let service: SpawnedService;
beforeAll(async () => {
  service = await startDemo(directory, { LOG_FORMAT: "json" });
});
afterAll(() => {
  killSpawned();
  rmSync(directory, { recursive: true, force: true });
});

const call = (method: string, path: string, body?: object) => callDemo(directory, method, path, body);

/** Starts the service again, with a sweep each second instead of each minute. */
const startWithFastSweeps = async () => {
  const script = ["test/e2e/service-with-event-file.ts", directory, join(directory, "events.txt")];
  await spawnService([process.execPath, "--import", "tsx", ...script], directory).printed(/ready/);
};

const subscribe = async (url: string, events = ["lead.created"]) =>
  (await call("POST", "/api/webhooks", { url, events })).body;

const createLead = async (number: number): Promise<string> => {
  const lead = {
    first_name: "Zenobia",
    last_name: `No ${number}`,
    email: "dana@example.com",
    source: "website",
  };
  return (await call("POST", "/api/leads", lead)).body.id;
};

const statesOf = async (webhookId: string): Promise<string[]> => {
  const { body } = await call("GET", `/api/webhooks/${webhookId}/deliveries?limit=200`);
  return body.data.map(({ state }: { state: string }) => state);
};

/** Makes everything that waits for a message due now: a lost message is otherwise overdue after five minutes. */
const passOverdueTime = async () => {
  process.env.INTAKE_LOCAL_DIR = directory;
  const table = await openTable({});
  for (const { pk, sk, dueAt } of await scanItems(table))
    if (dueAt !== undefined)
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { pk, sk },
          UpdateExpression: "SET dueAt = :now",
          ExpressionAttributeValues: { ":now": String(dueAt).replace(/^[^#]*/, new Date().toISOString()) },
        }),
      );
  delete process.env.INTAKE_LOCAL_DIR;
};

describe("webhooks of the local service", () => {
  it("deliver a signed event of a lead that was created over HTTP", async () => {
    const { url, received } = await startReceiver();
    const { secret, id } = await subscribe(url);
    const leadId = await createLead(1);
    await eventually(() => received.length).toBe(1);
    const [request] = received;
    const event = new Webhook(secret).verify(request?.body ?? "", request?.headers as Record<string, string>);
    expect(event).toMatchObject({
      id: request?.headers["webhook-id"],
      type: "lead.created",
      sequence: 1,
      data: { id: leadId, first_name: "Zenobia" },
      previous: {},
    });
    await eventually(() => statesOf(id)).toEqual(["delivered"]);
    expect((await call("POST", `/api/webhooks/${id}/test`)).status).toBe(202);
    await eventually(() => received.length).toBe(2);
    expect(JSON.parse(received[1]?.body ?? "")).toMatchObject({ type: "webhook.test" });
    const example = { type: "lead.created" };
    expect((await call("POST", `/api/webhooks/${id}/test`, example)).status).toBe(202);
    await eventually(() => received.length).toBe(3);
    const test = received[2];
    expect(test?.headers).toMatchObject({ "intake-test": "true" });
    const sent = new Webhook(secret).verify(test?.body ?? "", test?.headers as Record<string, string>);
    expect(sent).toMatchObject({ ...example, test: true, data: { first_name: "Dana" } });
    const redelivery = await call("POST", `/api/webhooks/${id}/deliveries/${Object(event).id}/redeliver`);
    expect(redelivery.status).toBe(202);
    await eventually(() => received.length).toBe(4);
    expect(received[3]?.body).toBe(request?.body);
    expect(service.output()).not.toMatch(/Zenobia|whsec_/);
    expect((await call("PATCH", `/api/webhooks/${id}`, { enabled: false })).status).toBe(200);
  });

  it("arrive after kill -9, whether they were in flight or waiting for a retry", async () => {
    let status = 503;
    // The second attempts must come after the kill: the third ones come five minutes later.
    const { url, received } = await startReceiver((_, response) =>
      response.writeHead(status, { "retry-after": "10" }).end(),
    );
    const { id } = await subscribe(url);
    const waiting = await Promise.all(Array.from({ length: 5 }, (_, number) => createLead(number)));
    await eventually(() => received.length).toBe(5);
    const burst = await Promise.all(Array.from({ length: 30 }, (_, number) => createLead(number)));
    kill(Number(readJson(directory, "service.json").pid), "SIGKILL");
    killSpawned();
    status = 204;
    const before = received.length;

    await startWithFastSweeps();
    // The kill lost the queue's messages, but neither a delivery nor an event that was not fanned out.
    await eventually(async () => (await statesOf(id)).length, { timeout: 200_000 }).toBe(35);
    await passOverdueTime();
    const expected = [...waiting, ...burst].sort();
    const arrived = () =>
      [...new Set(received.slice(before).map(({ body }) => JSON.parse(body).data.id as string))].sort();
    await eventually(arrived, { timeout: 300_000 }).toEqual(expected);
    await eventually(async () => new Set(await statesOf(id))).toEqual(new Set(["delivered"]));
    expect(await statesOf(id)).toHaveLength(35);
  });
});
