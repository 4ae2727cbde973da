import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { describe, expect, it } from "@jest/globals";
import type { EventBridgeEvent } from "aws-lambda";
import { handler as fanOutEvent } from "../../../functions/webhooks/fan-out-event.consumer.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { webhookKey } from "../../../shared/table/record-keys.ts";
import type { WebhookDelivery } from "../../../shared/webhooks/webhook-delivery.rules.ts";
import { webhookDeliveryPage } from "../../../shared/webhooks/webhook-delivery.store.ts";
import { recordProgress } from "../../../shared/webhooks/webhook-delivery-progress.store.ts";
import { useLog } from "../../support/capture-log.ts";
import { newFirm } from "../../support/firms.ts";
import { putItems } from "../../support/put-items.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useQueue } from "../../support/use-queue.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

const queue = useQueue();
const firm = useFirm(table);

const log = useLog();

const event = (type = "lead.created") => ({
  id: newRecordId(Date.now()),
  type,
  created_at: new Date().toISOString(),
  sequence: 1,
  data: { first_name: "Dana" },
  previous: {},
});

/** Invokes the function as the event bus does. */
const receive = (detail: object, firmId: string = firm.firmId) =>
  fanOutEvent({ detail: { ...detail, firm_id: firmId } } as EventBridgeEvent<string, unknown>);

const deliveries = async (webhookId: string) =>
  (
    await webhookDeliveryPage(firm.firmId, { webhookId, nowMilliseconds: Date.now() })(table, {
      limit: 100,
      afterId: null,
    })
  ).records;
const messages = () => queue.take().map(({ body }) => JSON.parse(body));

describe("an event", () => {
  it("creates one delivery for each of its firm's endpoints that subscribe to its type", async () => {
    const all = await storeWebhook(table, firm.firmId);
    const created = await storeWebhook(table, firm.firmId, { events: ["lead.created", "lead.archived"] });
    const other = await storeWebhook(table, firm.firmId, { events: ["lead.archived"] });
    await storeWebhook(table, (await newFirm(table)).firmId);
    const published = event();
    await receive(published);
    const expected = { firmId: firm.firmId, eventId: published.id, dueAtMilliseconds: expect.any(Number) };
    const queued = messages();
    expect(queued).toHaveLength(2);
    expect(queued).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...expected, webhookId: all.id }),
        expect.objectContaining({ ...expected, webhookId: created.id }),
      ]),
    );
    expect(await deliveries(other.id)).toEqual([]);
    const [delivery] = await deliveries(all.id);
    expect(delivery).toMatchObject({
      id: published.id,
      type: "lead.created",
      state: "pending",
      attempts: [],
    });
    expect(delivery?.body).toBe(undefined);
  });

  it("is stored as skipped for a disabled endpoint, and not queued", async () => {
    const { id } = await storeWebhook(table, firm.firmId, { enabled: false });
    await receive(event());
    expect(await deliveries(id)).toMatchObject([{ state: "skipped" }]);
    expect(messages()).toEqual([]);
  });

  it("that is received again creates no second delivery, and is queued again only before the first attempt", async () => {
    const webhook = await storeWebhook(table, firm.firmId);
    const published = event();
    await Promise.all([receive(published), receive(published), receive(published)]);
    expect(await deliveries(webhook.id)).toHaveLength(1);
    expect(new Set(messages().map((message) => JSON.stringify(message))).size).toBe(1);
    const [delivery] = (await deliveries(webhook.id)) as [WebhookDelivery];
    await recordProgress(table, firm.firmId, delivery, {
      state: "pending",
      attemptCount: 1,
      dueAtMilliseconds: Date.now(),
    });
    await receive(published);
    expect(messages()).toEqual([]);
    expect(await deliveries(webhook.id)).toMatchObject([{ attemptCount: 1 }]);
  });

  it("is stored and queued for the other endpoints if one cannot be read, and fails", async () => {
    const [first, broken, last] = await Promise.all([0, 1, 2].map(() => storeWebhook(table, firm.firmId)));
    await putItems(table, [{ ...webhookKey(firm.firmId, broken?.id ?? ""), url: 5 }]);
    const published = event();
    await expect(receive(published)).rejects.toThrow("The invocation failed.");
    const others = [first?.id, last?.id].toSorted();
    expect(
      messages()
        .map(({ webhookId }) => webhookId)
        .toSorted(),
    ).toEqual(others);
    for (const id of others) expect(await deliveries(String(id))).toMatchObject([{ id: published.id }]);
  });

  it.each(["InternalError", ""])(
    "fails when the queue rejects a part with the code %j, but sends the rest, and is queued when received again",
    async (code) => {
      await Promise.all(Array.from({ length: 13 }, () => storeWebhook(table, firm.firmId)));
      const published = event();
      const failed = { Id: "0", Code: code, SenderFault: false };
      queue.sqs
        .on(SendMessageBatchCommand)
        .resolvesOnce({ Successful: [], Failed: [failed] })
        .resolves({ Successful: [], Failed: [] });
      await expect(receive(published)).rejects.toThrow("The invocation failed.");
      expect(log.join()).toContain(`${code || "Error"}\\n`);
      expect(queue.sqs.commandCalls(SendMessageBatchCommand)).toHaveLength(2);
      queue.renew();
      await receive(published);
      expect(messages()).toHaveLength(13);
    },
  );

  it("costs one read, and one write per subscribed endpoint", async () => {
    expect(await recordStoreCalls(() => receive(event()))).toEqual(["Query"]);
    await storeWebhook(table, firm.firmId, { enabled: false });
    expect(await recordStoreCalls(() => receive(event()))).toEqual(["Query", "Put"]);
    await storeWebhook(table, firm.firmId);
    await storeWebhook(table, firm.firmId);
    expect(await recordStoreCalls(() => receive(event()))).toEqual(["Query", "Put", "Put", "Put"]);
  });
});
