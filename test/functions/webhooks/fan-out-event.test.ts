import { SendMessageBatchCommand } from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { EventBridgeEvent } from "aws-lambda";
import { handler as fanOutEvent } from "../../../functions/webhooks/fan-out-event.ts";
import type { FirmId } from "../../../shared/domain/firm/firm-id.ts";
import { newRecordId } from "../../../shared/runtime/new-record-id.ts";
import { webhookDeliveryStore } from "../../../shared/storage/webhooks/webhook-delivery-store.ts";
import { newFirm } from "../../support/firms.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { captureQueue, storeWebhook } from "../../support/webhooks.ts";

const table = useTable();

let firmId: FirmId;
let queue: ReturnType<typeof captureQueue>;
beforeEach(async () => {
  ({ firmId } = await newFirm(table));
  queue = captureQueue();
});

const event = (type = "lead.created") => ({
  id: newRecordId(Date.now()),
  type,
  created_at: new Date().toISOString(),
  sequence: 1,
  data: { first_name: "Dana" },
  previous: {},
});

/** As the bus hands it on. */
const handOn = (detail: object, firm: string = firmId) =>
  fanOutEvent({ detail: { ...detail, firm_id: firm } } as EventBridgeEvent<string, unknown>);

const deliveries = async (webhookId: string) =>
  (await webhookDeliveryStore(table).list(firmId, webhookId, { limit: 100, afterId: null })).records;
const messages = () => queue.take().map(({ body }) => JSON.parse(body));

describe("an event", () => {
  it("becomes one delivery for each endpoint that wants it, of its firm", async () => {
    const all = await storeWebhook(table, firmId);
    const created = await storeWebhook(table, firmId, { events: ["lead.created", "lead.archived"] });
    const other = await storeWebhook(table, firmId, { events: ["lead.archived"] });
    await storeWebhook(table, (await newFirm(table)).firmId);
    const sent = event();
    await handOn(sent);
    const expected = { firmId, eventId: sent.id, round: 1, attempt: 1 };
    const queued = messages();
    expect(queued).toHaveLength(2);
    expect(queued).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...expected, webhookId: all.id }),
        expect.objectContaining({ ...expected, webhookId: created.id }),
      ]),
    );
    expect(await deliveries(other.id)).toEqual([]);
    const [kept] = await deliveries(all.id);
    expect(kept).toMatchObject({ id: sent.id, type: "lead.created", state: "pending", attempts: [] });
    expect(JSON.parse(kept?.body ?? "")).toEqual(sent);
  });

  it("is kept for an endpoint that is disabled, so that the firm sees what it missed, and is not sent", async () => {
    const { id } = await storeWebhook(table, firmId, { enabled: false });
    await handOn(event());
    expect(await deliveries(id)).toMatchObject([{ state: "skipped" }]);
    expect(messages()).toEqual([]);
  });

  it("handed on again makes no other delivery, and is asked for again only while nobody has tried it", async () => {
    const webhook = await storeWebhook(table, firmId);
    const sent = event();
    await Promise.all([handOn(sent), handOn(sent), handOn(sent)]);
    expect(await deliveries(webhook.id)).toHaveLength(1);
    expect(new Set(messages().map((message) => JSON.stringify(message))).size).toBe(1);
    const [delivery] = await deliveries(webhook.id);
    if (delivery)
      await webhookDeliveryStore(table).recordProgress(firmId, delivery, {
        state: "pending",
        attemptCount: 1,
      });
    await handOn(sent);
    expect(messages()).toEqual([]);
    expect(await deliveries(webhook.id)).toMatchObject([{ attemptCount: 1 }]);
  });

  it("goes to more endpoints than one call to the queue may hold", async () => {
    await Promise.all(Array.from({ length: 13 }, () => storeWebhook(table, firmId)));
    await handOn(event());
    expect(messages()).toHaveLength(13);
    expect(queue.sqs.commandCalls(SendMessageBatchCommand)).toHaveLength(2);
  });

  it("fails as a whole when the queue refuses a part, to be handed on again", async () => {
    const webhook = await storeWebhook(table, firmId);
    const sent = event();
    queue.sqs.on(SendMessageBatchCommand).resolvesOnce({
      Successful: [],
      Failed: [{ Id: "0", Code: "InternalError", SenderFault: false }],
    });
    await expect(handOn(sent)).rejects.toThrow("InternalError");
    queue = captureQueue();
    await handOn(sent);
    expect(messages()).toMatchObject([{ webhookId: webhook.id, eventId: sent.id }]);
  });

  it("costs one read, and one write for each endpoint that wants it", async () => {
    expect(await recordStoreCalls(() => handOn(event()))).toEqual(["Query"]);
    await storeWebhook(table, firmId);
    await storeWebhook(table, firmId);
    expect(await recordStoreCalls(() => handOn(event()))).toEqual(["Query", "Put", "Put"]);
  });
});

it("what is no event is refused without telling what it holds", async () => {
  await expect(handOn({ data: "Dana" })).rejects.toThrow(/^The bus handed on what is no event\.$/);
});
