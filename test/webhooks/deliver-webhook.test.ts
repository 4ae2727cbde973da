import { describe, expect, it } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { handler as redeliverWebhook } from "../../functions/webhooks/redeliver-webhook.ts";
import { handler as sendTestEvent } from "../../functions/webhooks/send-test-event.ts";
import { IDS } from "../../lib/documents/openapi/examples/shared-values.ts";
import { commit } from "../../shared/table/commit.ts";
import type { DeliveryDependencies } from "../../shared/webhooks/deliver-webhook.ts";
import { changeWebhook } from "../../shared/webhooks/webhook.store.ts";
import type { WebhookDelivery } from "../../shared/webhooks/webhook-delivery.rules.ts";
import { useLog } from "../support/capture-log.ts";
import { recordStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { useQueue } from "../support/use-queue.ts";
import {
  newDelivery,
  newDeliveryDependencies,
  readDelivery,
  respondingWith,
  runDelivery,
  storePendingDelivery,
} from "../support/webhook-deliveries.ts";
import { startReceiver, useReceivers } from "../support/webhook-receivers.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable();
useReceivers();

const firm = useFirm(table);
const queue = useQueue();
const lines = useLog();

const setUp = (post: DeliveryDependencies["post"], changes?: Parameters<typeof newDelivery>[3]) =>
  newDelivery(table, firm.firmId, post, changes);

const takeNext = () => JSON.parse(queue.take()[0]?.body ?? "null");

describe("an attempt", () => {
  it("that succeeds ends the delivery", async () => {
    const { url, received } = await startReceiver();
    const { dependencies } = newDeliveryDependencies(table);
    const { deliver, stored, event, endpoint, message } = await setUp(dependencies.post, { url });
    await deliver();
    expect(received).toMatchObject([
      {
        body: JSON.stringify(event),
        headers: {
          "content-type": "application/json",
          "webhook-id": event.id,
          "user-agent": expect.stringMatching(/^Intake/),
        },
      },
    ]);
    expect(received[0]?.headers).not.toHaveProperty("intake-test");
    expect(await stored()).toMatchObject({
      state: "delivered",
      attemptCount: 1,
      attempts: [{ status: 204, error: null }],
    });
    expect(await endpoint()).toMatchObject({ failingSinceMilliseconds: 0, version: 1 });
    await deliver(message);
    expect([received.length, queue.sent.length]).toEqual([1, 0]);
  });

  it("of an example says in its header and in its signed body that it is a test, also when it is repeated", async () => {
    const { url, received } = await startReceiver((_, response) =>
      response.writeHead(received.length === 1 ? 500 : 204).end(),
    );
    const webhook = await storeWebhook(table, firm.firmId, { url });
    const { dependencies } = newDeliveryDependencies(table);
    const params = { id: webhook.id };
    const { body: sent } = await firm.send(sendTestEvent, { params, body: { type: "lead.created" } });
    await runDelivery(dependencies, takeNext());
    await runDelivery(dependencies, takeNext());
    const delivery = { id: sent.id, webhookId: webhook.id } as WebhookDelivery;
    expect(await readDelivery(table, firm.firmId, delivery)).toMatchObject({
      state: "delivered",
      attempts: [{ status: 500 }, { status: 204 }],
    });
    await firm.send(redeliverWebhook, { params: { ...params, deliveryId: sent.id } });
    await runDelivery(dependencies, takeNext());
    expect(received).toHaveLength(3);
    for (const { body, headers } of received) {
      expect(headers).toMatchObject({ "intake-test": "true", "webhook-id": sent.id });
      const event = new Webhook(webhook.secret).verify(body, headers as Record<string, string>);
      expect(event).toMatchObject({ id: sent.id, type: "lead.created", test: true, data: { id: IDS.lead } });
    }
  });

  it("is queued in its endpoint's message group if the queue can delay it until it is due", async () => {
    const { deliver, clock, webhook, message, stored } = await setUp(respondingWith(500));
    await deliver();
    expect(queue.sent[0]).toMatchObject({ delaySeconds: 5, groupId: webhook.id });
    const second = takeNext();
    expect(second).toEqual({ ...message, dueAtMilliseconds: clock.now + 5_000 + 300_000 });
    await deliver(second);
    expect(queue.sent[0]).toMatchObject({ delaySeconds: 300, groupId: webhook.id });
    await deliver(takeNext());
    expect(queue.sent).toEqual([]);
    expect((await stored())?.nextAttemptMilliseconds).toBe(clock.now + 1_800_000);
  });

  it("costs one read and one write", async () => {
    const { deliver } = await setUp(respondingWith(204));
    expect(await recordStoreCalls(() => deliver())).toEqual(["BatchGet", "Update"]);
  });

  it("logs neither event data nor secret nor URL", async () => {
    const { deliver, webhook } = await setUp(respondingWith(500), {
      url: "https://hooks.example.com/token-1234",
    });
    await deliver();
    expect(lines.join("\n")).toContain(webhook.id);
    expect(lines.join("\n")).not.toMatch(/Dana|whsec_|token-1234/);
  });
});

it("a message that is received twice at once may be posted twice with the same id, but is recorded once", async () => {
  const { url, received } = await startReceiver();
  const { dependencies } = newDeliveryDependencies(table);
  const { deliver, stored } = await setUp(dependencies.post, { url });
  await Promise.all([deliver(), deliver()]);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect((await stored())?.attempts).toHaveLength(1);
});

describe("an endpoint", () => {
  it("that responds 410 is disabled at once, and its pending deliveries are skipped", async () => {
    const { deliver, stored, endpoint, dependencies, webhook } = await setUp(respondingWith(410));
    const other = await storePendingDelivery(table, firm.firmId, webhook, dependencies.now());
    await deliver();
    expect(await stored()).toMatchObject({ state: "failed", attempts: [{ status: 410 }] });
    expect(await endpoint()).toMatchObject({
      enabled: false,
      disabledReason: expect.stringContaining("410"),
      version: 2,
    });
    await runDelivery(dependencies, other.message);
    expect(await readDelivery(table, firm.firmId, other.delivery)).toMatchObject({
      state: "skipped",
      attempts: [],
    });
    expect(queue.sent).toEqual([]);
    expect(lines.join("\n")).toContain("webhook_disabled");
  });

  it.each([
    ["its previous URL", { url: "https://new.example.com/" }],
    ["an attempt from before it was enabled again", { circuitClosedAtMilliseconds: Date.now() }],
  ])("is not disabled for a 410 of %s", async (_, change) => {
    const changeFirst = async () => {
      await commit(table, [changeWebhook(firm.firmId, webhook, change)]);
      return respondingWith(410)();
    };
    const { deliver, endpoint, stored, webhook } = await setUp(changeFirst);
    await deliver();
    expect(await stored()).toMatchObject({ attempts: [{ status: 410 }] });
    expect(await endpoint()).toMatchObject({ ...change, enabled: true, disabledReason: null });
  });
});
