import { beforeEach, describe, expect, it } from "@jest/globals";
import { disableFirm, enableFirm } from "../../shared/firm/set-firm-state.ts";
import { scheduleCheck } from "../../shared/webhooks/webhook.store.ts";
import { captureLog } from "../support/capture-log.ts";
import { changeWithinRead } from "../support/changes-between-calls.ts";
import { useTable } from "../support/test-table.ts";
import { useFirm } from "../support/use-firm.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { readDelivery, readWebhook, respondingWith } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const firm = useFirm(table);
beforeEach(() => {
  captureLog();
});

describe("the webhook deliveries of a disabled firm", () => {
  it("wait without an attempt, and arrive once the firm is enabled", async () => {
    let posts = 0;
    const { send, run, clock } = webhookClock(table, firm.firmId, async () => {
      posts += 1;
      return respondingWith(posts === 1 ? 503 : 204)();
    });
    const webhook = await storeWebhook(table, firm.firmId);
    const failedOnce = await send(webhook);
    await run(1_000);
    await disableFirm(table, { firmId: firm.firmId, nowMilliseconds: clock.now });
    const others = [await send(webhook), await send(webhook)];
    await run(7 * HOUR);
    expect(posts).toBe(1);
    for (const { delivery } of [failedOnce, ...others]) {
      const { state, isWaiting, attemptCount } = (await readDelivery(table, firm.firmId, delivery)) ?? {};
      expect([state, isWaiting, attemptCount]).toEqual([
        "pending",
        true,
        delivery === failedOnce.delivery ? 1 : 0,
      ]);
    }
    await enableFirm(table, { firmId: firm.firmId, nowMilliseconds: clock.now });
    await run(10 * MINUTE);
    expect(posts).toBe(4);
    for (const { delivery } of [failedOnce, ...others])
      expect((await readDelivery(table, firm.firmId, delivery))?.state).toBe("delivered");
    expect((await readWebhook(table, firm.firmId, webhook))?.checkAtMilliseconds).toBe(0);
  });

  it("arrive when a sweep has read the firm before it is enabled, and its endpoint afterwards", async () => {
    const { send, run, clock } = webhookClock(table, firm.firmId, respondingWith(204));
    const webhook = await storeWebhook(table, firm.firmId);
    await disableFirm(table, { firmId: firm.firmId, nowMilliseconds: clock.now });
    const { delivery } = await send(webhook);
    await run(1_000);
    await scheduleCheck(table, firm.firmId, webhook, clock.now);
    const enable = () => enableFirm(table, { firmId: firm.firmId, nowMilliseconds: clock.now });
    const isEnabled = changeWithinRead(table, enable, ({ sk }) => sk.startsWith("WEBHOOK#"));
    await run(10 * MINUTE);
    expect(isEnabled()).toBe(true);
    expect((await readDelivery(table, firm.firmId, delivery))?.state).toBe("delivered");
  });
});
