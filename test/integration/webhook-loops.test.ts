import { beforeEach, describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { eventually } from "../support/eventually.ts";
import { newFirm } from "../support/firms.ts";
import { useHostedService } from "../support/hosted-service.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";

const hosted = useHostedService();
useReceivers();

const MAPPING = { first_name: "data.first_name", last_name: "data.last_name", email: "data.email" };
const LEAD = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com", source: "website" };

let apiKey: string;
let source: { id: string; ingestion_key: string };
beforeEach(async () => {
  ({ apiKey } = await newFirm(hosted().table));
  const body = { key: "loop", name: "Loop", mapping: MAPPING, rejected_answer: "accepted" };
  source = (await request("POST", "/api/sources", { body })).body;
});

type Request = { readonly body?: unknown; readonly headers?: Record<string, string> };

const request = async (method: string, path: string, { body, headers }: Request = {}) => {
  const response = await fetch(new URL(path, hosted().service.baseUrl), {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
};

const listOf = async (path: string) => (await request("GET", path)).body.data;

const subscribe = async (url: string, headers = {}): Promise<string> =>
  (await request("POST", "/api/webhooks", { body: { url, events: ["lead.created"], headers } })).body.id;

const statusesOf = async (webhookId: string) => {
  const [delivery] = await listOf(`/api/webhooks/${webhookId}/deliveries`);
  return delivery?.attempts.map(({ status }: { status: number }) => status) ?? [];
};

const address = (path: string) => new URL(path, hosted().service.baseUrl).href;

describe("a webhook of a firm that points at the firm's own ingestion", () => {
  it.each([
    ["in the address", () => subscribe(address(`/api/leads?key=${source.ingestion_key}`))],
    [
      "in a header",
      () => subscribe(address("/api/leads"), { Authorization: `Bearer ${source.ingestion_key}` }),
    ],
  ])("is refused, and makes no lead, with the key %s", async (_, create) => {
    const webhookId = await create();
    expect((await request("POST", "/api/leads", { body: LEAD })).status).toBe(201);
    await eventually(async () => (await statusesOf(webhookId))[0]).toBe(422);
    expect(await listOf("/api/leads")).toHaveLength(1);
    expect(await listOf(`/api/sources/${source.id}/deliveries`)).toEqual([]);
  });

  it("is refused however it arrives, for example through another host that forwards it", async () => {
    const { url, received } = await startReceiver();
    await subscribe(url);
    await request("POST", "/api/leads", { body: LEAD });
    await eventually(() => received.length).toBe(1);
    const { headers: sent, body } = Object(received[0]);
    const { host: _host, "content-length": _length, connection: _connection, ...forwarded } = sent;
    const headers = { ...forwarded, authorization: `Bearer ${source.ingestion_key}` };
    const response = await request("POST", "/api/leads", { body: JSON.parse(body), headers });
    expect([response.status, response.body.error]).toEqual([
      422,
      expect.objectContaining({
        code: "invalid_request",
        details: [
          {
            field: "Intake-Endpoint-Id",
            message: "belongs to a webhook of this service, whose change would cause the next webhook",
          },
        ],
      }),
    ]);
    expect(await listOf("/api/leads")).toHaveLength(1);
  });
});

describe("a webhook of a firm with an API key among its headers", () => {
  it("cannot cause its own next delivery", async () => {
    const headers = { Authorization: `Bearer ${apiKey}` };
    const webhookId = await subscribe(address("/"), headers);
    const url = address(`/api/webhooks/${webhookId}/test`);
    expect((await request("PATCH", `/api/webhooks/${webhookId}`, { body: { url } })).status).toBe(200);
    expect((await request("POST", `/api/webhooks/${webhookId}/test`)).status).toBe(202);
    await eventually(async () => (await statusesOf(webhookId))[0]).toBe(422);
    expect(await listOf(`/api/webhooks/${webhookId}/deliveries`)).toHaveLength(1);
  });
});

describe("a webhook of another service that follows the same specification", () => {
  it("makes a lead", async () => {
    const body = JSON.stringify({ type: "user.created", data: LEAD });
    const signature = new Webhook("c2VjcmV0").sign("msg_1", new Date(), body);
    const headers = {
      authorization: `Bearer ${source.ingestion_key}`,
      "user-agent": "Svix-Webhooks/1.4",
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1_000)),
      "webhook-signature": signature,
    };
    const response = await request("POST", "/api/leads", { body: JSON.parse(body), headers });
    expect([response.status, response.body.status]).toEqual([201, "created"]);
  });
});
