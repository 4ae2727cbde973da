import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as sendTestEvent } from "../../../functions/webhooks/send-test-event.ts";
import { readRecord } from "../../../shared/table/read-records.ts";
import { webhookDelivery } from "../../../shared/webhooks/webhook-delivery.contract.ts";
import { webhookDeliveryRecord } from "../../../shared/webhooks/webhook-delivery.store.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { captureQueue, storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

let webhook: Awaited<ReturnType<typeof storeWebhook>>;
let queue: ReturnType<typeof captureQueue>;
const firm = useFirm(table);
beforeEach(async () => {
  webhook = await storeWebhook(table, firm.firmId);
  queue = captureQueue();
});

const readStored = (id: string) => readRecord(table, webhookDeliveryRecord(firm.firmId, webhook.id, id));
const sendTest = (key = firm.apiKey, id = webhook.id) => call(sendTestEvent, { key, params: { id } });

describe("POST /api/webhooks/{id}/test", () => {
  it("sends a webhook.test event, whatever types the endpoint subscribes to", async () => {
    webhook = await storeWebhook(table, firm.firmId, { events: ["lead.archived"] });
    const { status, body } = await sendTest();
    expect([status, webhookDelivery().parse(body)]).toEqual([202, body]);
    expect(body).toMatchObject({
      webhook_id: webhook.id,
      type: "webhook.test",
      state: "pending",
      attempts: [],
    });
    const event = JSON.parse((await readStored(body.id))?.body ?? "");
    expect(event).toMatchObject({
      id: body.id,
      type: "webhook.test",
      sequence: 1,
      previous: {},
      data: { id: webhook.id },
    });
    expect(Object.keys(event)).toEqual(["id", "type", "created_at", "sequence", "data", "previous", "actor"]);
    expect(JSON.stringify(event)).not.toContain("whsec_");
    expect(queue.sent).toMatchObject([{ groupId: webhook.id, delaySeconds: 0 }]);
    expect(JSON.parse(queue.sent[0]?.body ?? "")).toMatchObject({
      firmId: firm.firmId,
      webhookId: webhook.id,
      eventId: body.id,
      dueAtMilliseconds: expect.any(Number),
    });
  });

  it("is rejected for a disabled endpoint", async () => {
    webhook = await storeWebhook(table, firm.firmId, { enabled: false });
    expect(await sendTest()).toMatchObject({ status: 422, body: { error: { details: [{ field: "id" }] } } });
    expect(queue.sent).toEqual([]);
  });
});
