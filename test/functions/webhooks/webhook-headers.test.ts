import { describe, expect, it } from "@jest/globals";
import { handler as createWebhook } from "../../../functions/webhooks/create-webhook.ts";
import { handler as getWebhook } from "../../../functions/webhooks/get-webhook.ts";
import { handler as listWebhooks } from "../../../functions/webhooks/list-webhooks.ts";
import { handler as updateWebhook } from "../../../functions/webhooks/update-webhook.ts";
import { deliverWebhook } from "../../../shared/webhooks/deliver-webhook.ts";
import { captureLog } from "../../support/capture-log.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";
import {
  newDeliveryDependencies,
  readWebhook,
  storePendingDelivery,
} from "../../support/webhook-deliveries.ts";
import { startReceiver, useReceivers } from "../../support/webhook-receivers.ts";
import { captureQueue, storeWebhook } from "../../support/webhooks.ts";

const table = useTable();
useReceivers();

const firm = useFirm(table);

const create = (headers: unknown) =>
  firm.send(createWebhook, { body: { url: "https://hooks.invalid/", events: ["*"], headers } });
const patch = (id: string, body: unknown) => firm.send(updateWebhook, { params: { id }, body });
const repeated = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`X-${n}`, "v"]));

describe("an endpoint's headers", () => {
  it("are sent with every request, beside those of the specification", async () => {
    const lines = captureLog();
    captureQueue();
    const { url, received } = await startReceiver();
    const headers = { Authorization: "Bearer letmein", "X-Firm": "Doe & Partners" };
    const webhook = await storeWebhook(table, firm.firmId, { url, headers });
    const { message, event } = await storePendingDelivery(table, firm.firmId, webhook, Date.now());
    await deliverWebhook(newDeliveryDependencies(table).dependencies, message);
    expect(received[0]?.headers).toMatchObject({
      authorization: "Bearer letmein",
      "x-firm": "Doe & Partners",
      "webhook-id": event.id,
      "intake-endpoint-id": webhook.id,
      "content-type": "application/json",
    });
    expect(lines.join()).not.toContain("letmein");
  });

  it("are shown masked, and a masked value in a PATCH stands for the stored one", async () => {
    const created = await create({ Authorization: "Bearer letmein", "X-Firm": "Doe" });
    expect(created.body.headers).toEqual({ Authorization: "********", "X-Firm": "********" });
    const { id } = created.body;
    const shown = await firm.send(getWebhook, { params: { id } });
    expect(shown.body.headers).toEqual(created.body.headers);
    expect(JSON.stringify((await firm.send(listWebhooks)).body)).not.toContain("letmein");
    expect((await patch(id, { headers: shown.body.headers })).body.version).toBe(1);
    const changed = await patch(id, { headers: { Authorization: "********", "X-Other": "new" } });
    expect(changed.body).toMatchObject({
      headers: { Authorization: "********", "X-Other": "********" },
      version: 2,
    });
    expect((await readWebhook(table, firm.firmId, { id } as never))?.headers).toEqual({
      Authorization: "Bearer letmein",
      "X-Other": "new",
    });
    expect((await patch(id, { headers: { authorization: "********" } })).status).toBe(200);
    expect((await readWebhook(table, firm.firmId, { id } as never))?.headers).toEqual({
      authorization: "Bearer letmein",
    });
    expect((await patch(id, { headers: {} })).body.headers).toEqual({});
  });

  it("cannot be a mask for which no value is stored", async () => {
    expect(violationFields(await create({ "X-A": "********" }))).toEqual(["headers.X-A"]);
    const { id } = (await create({ "X-A": "1" })).body;
    expect(violationFields(await patch(id, { headers: { "X-B": "********" } }))).toEqual(["headers.X-B"]);
  });

  it.each<[unknown, string]>([
    [{ Host: "x" }, "headers.Host"],
    [{ "Webhook-Id": "x" }, "headers.Webhook-Id"],
    [{ "Intake-Endpoint-Id": "x" }, "headers.Intake-Endpoint-Id"],
    [{ "Intake-Request-Id": "x" }, "headers.Intake-Request-Id"],
    [{ "webhook-signature": "x" }, "headers.webhook-signature"],
    [{ "Content-Length": "1" }, "headers.Content-Length"],
    [{ Connection: "close" }, "headers.Connection"],
    [{ "Transfer-Encoding": "chunked" }, "headers.Transfer-Encoding"],
    [{ "X Y": "x" }, "headers.X Y"],
    [{ "": "x" }, "headers."],
    [{ "X-A": "" }, "headers.X-A"],
    [{ "X-A": "a\r\nHost: b" }, "headers.X-A"],
    [{ "X-A": "é" }, "headers.X-A"],
    [{ "X-A": 1 }, "headers.X-A"],
    [{ "X-A": "1", "x-a": "2" }, "headers.x-a"],
    [{ ["x".repeat(101)]: "1" }, `headers.${"x".repeat(101)}`],
    [{ "X-A": "x".repeat(1_001) }, "headers.X-A"],
    [repeated(11), "headers"],
    ["X-A: b", "headers"],
    [null, "headers"],
  ])("cannot be %j", async (headers, field) => {
    const { status, body } = await create(headers);
    expect([status, violationFields({ body })]).toEqual([422, [field]]);
    const webhook = await storeWebhook(table, firm.firmId);
    expect(violationFields(await patch(webhook.id, { headers }))).toEqual([field]);
  });

  it("can be ten of a thousand characters each, with names of a hundred", async () => {
    const headers = Object.fromEntries(
      Array.from({ length: 10 }, (_, n) => [`${"x".repeat(99)}${n}`, "v".repeat(1_000)]),
    );
    expect((await create(headers)).status).toBe(201);
  });
});
