import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as redeliverWebhook } from "../../functions/webhooks/redeliver-webhook.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import type { AttemptMessage } from "../../shared/webhooks/webhook-attempt.rules.ts";

import { captureLog } from "../support/capture-log.ts";
import { fannedOutEvents } from "../support/fanned-out-events.ts";
import { newFirm } from "../support/firms.ts";
import { call } from "../support/http-call.ts";
import { recordStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { readDelivery, respondingWith, runDelivery } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable();
const MINUTE = 60_000;

let firmId: FirmId;
let apiKey: string;
beforeEach(async () => {
  captureLog();
  ({ firmId, apiKey } = await newFirm(table));
});

describe("deliveries whose messages nobody takes for an hour", () => {
  it("are each posted once when all copies of their messages arrive at once", async () => {
    const { fanOut, stall, queued, deliverAtOnce, expected, arrived } = await fannedOutEvents(table, firmId, {
      endpoints: 1,
      events: 5,
    });
    await fanOut({ isLost: false });
    await stall(60 * MINUTE);
    expect(queued()).toBeGreaterThanOrEqual(12 * 5);
    await deliverAtOnce();
    expect(arrived()).toEqual(expected);
  });
});

describe("a message that comes late", () => {
  const setUp = async () => {
    const webhook = await storeWebhook(table, firmId, { url: `https://hooks.example.com/${firmId}` });
    let posts = 0;
    const clock = webhookClock(table, firmId, ({ url }) => {
      if (url === webhook.url) posts += 1;
      return respondingWith(204)();
    });
    const { delivery, message } = await clock.send(webhook);
    return {
      ...clock,
      webhook,
      message,
      postCount: () => posts,
      deliver: (copy: AttemptMessage) => runDelivery(clock.dependencies, copy),
      stored: () => readDelivery(table, firmId, delivery),
    };
  };

  it("is dropped after one read, without a write, when its delivery has succeeded", async () => {
    const { deliver, message, run, postCount } = await setUp();
    await run(0);
    expect(await recordStoreCalls(() => deliver(message))).toEqual(["BatchGet"]);
    expect(postCount()).toBe(1);
  });

  it("leaves the post to the new message when the firm has sent the event again by hand", async () => {
    const { webhook, message, run, postCount, queued, stored } = await setUp();
    const params = { id: webhook.id, deliveryId: message.eventId };
    expect((await call(redeliverWebhook, { key: apiKey, params })).status).toBe(202);
    expect(queued()).toBe(2);
    await run(0);
    expect(postCount()).toBe(1);
    expect(await stored()).toMatchObject({ state: "delivered", round: 2, attempts: { length: 1 } });
  });

  it("leaves the post to the message that the sweep has queued", async () => {
    const { message, deliver, purge, stall, run, postCount } = await setUp();
    purge();
    await stall(6 * MINUTE);
    await deliver(message);
    expect(postCount()).toBe(0);
    await run(0);
    expect(postCount()).toBe(1);
  });
});
