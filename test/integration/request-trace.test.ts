import { beforeAll, expect, it, jest } from "@jest/globals";
import type { EventBridgeEvent, SQSEvent } from "aws-lambda";
import { handler as publish } from "../../functions/events/publish-events.consumer.ts";
import { handler as createLead } from "../../functions/leads/create-lead.ts";
import { handler as fanOut } from "../../functions/webhooks/fan-out-event.consumer.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { useBus } from "../support/event-bus.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { readStoredLead } from "../support/leads.ts";
import { streamEvent, streamRecord } from "../support/stream-events.ts";
import { useTable } from "../support/test-table.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import { captureQueue, storeWebhook } from "../support/webhooks.ts";

const table = useTable();
useReceivers();
const bus = useBus();

let deliver: typeof import("../../functions/webhooks/deliver-webhook.consumer.ts").handler;
beforeAll(async () => {
  process.env.REQUEST_TARGETS = "local";
  ({ handler: deliver } = await import("../../functions/webhooks/deliver-webhook.consumer.ts"));
});

const LEAD = {
  first_name: "Xanthippe",
  last_name: "Obrien",
  email: "xanthippe@example.com",
  phone: "+12125550142",
  source: "referral",
};

/** Captures the records that are logged while the test runs. */
const captureRecords = () => {
  const records: Record<string, unknown>[] = [];
  for (const level of ["info", "warn", "error"] as const)
    jest.spyOn(console, level).mockImplementation((record) => records.push(record));
  return records;
};

it("logs whether a request is the first of its instance", async () => {
  const { apiKey } = await newFirm(table);
  jest.resetModules();
  const { handler } = await import("../../functions/leads/create-lead.ts");
  const records = captureRecords();
  for (const _ of [1, 2]) await call(handler, { key: apiKey, body: LEAD });
  expect(records).toMatchObject([
    { message: "request_handled", coldStart: true },
    { message: "request_handled", coldStart: false },
  ]);
});

/** Runs what the stream, the bus and the queue invoke after a lead's change. */
const passOn = async (firmId: FirmId, leadId: string) => {
  const queue = captureQueue();
  const lead = await readStoredLead(table, firmId, leadId);
  await publish(streamEvent(streamRecord(null, lead ?? null)));
  const [entry] = bus.entries();
  const busEvent = { detail: JSON.parse(entry?.Detail ?? ""), resources: entry?.Resources };
  await fanOut(busEvent as EventBridgeEvent<string, unknown>);
  const Records = queue.take().map(({ body }, index) => ({ messageId: String(index), body }));
  await deliver({ Records } as SQSEvent);
};

it("logs one request id from a request through its event and the fan-out to the receiver", async () => {
  const firm = await newFirm(table);
  const { url, received } = await startReceiver();
  await storeWebhook(table, firm.firmId, { url });
  const records = captureRecords();

  const created = await call(createLead, { key: firm.apiKey, body: LEAD });
  await passOn(firm.firmId, created.body.id);

  const requestId = created.headers["x-request-id"];
  expect(received[0]?.headers["intake-request-id"]).toBe(requestId);
  const eventId = received[0]?.headers["webhook-id"];
  const { firmId } = firm;
  expect(records).toEqual([
    {
      message: "request_handled",
      function: "create-lead",
      coldStart: expect.any(Boolean),
      requestId,
      firmId,
      keyId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      status: 201,
      milliseconds: expect.any(Number),
    },
    {
      message: "event_published",
      function: "publish-events",
      coldStart: false,
      requestId,
      firmId,
      changeId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      eventId,
    },
    {
      message: "event_fanned_out",
      function: "fan-out-event",
      coldStart: false,
      requestId,
      firmId,
      eventId,
      deliveries: 1,
    },
    expect.objectContaining({
      message: "delivery_attempted",
      function: "deliver-webhook",
      requestId,
      firmId,
      eventId,
      status: 204,
    }),
  ]);
  const logged = JSON.stringify(records);
  for (const secret of [...Object.values(LEAD).slice(0, 4), firm.apiKey, url])
    expect(logged).not.toContain(secret);
});

it("logs the firm of a refused request, except of a request without a key", async () => {
  const firm = await newFirm(table);
  const records = captureRecords();
  await call(createLead, { key: firm.apiKey, body: {} });
  await call(createLead, { body: {} });
  expect(records).toEqual([
    expect.objectContaining({ message: "request_refused", function: "create-lead", firmId: firm.firmId }),
    expect.not.objectContaining({ firmId: expect.anything() }),
  ]);
});
