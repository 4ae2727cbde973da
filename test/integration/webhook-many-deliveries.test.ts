import { beforeEach, describe, expect, it } from "@jest/globals";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { captureLog } from "../support/capture-log.ts";
import { failingEndpoint } from "../support/failing-endpoint.ts";
import { newFirm } from "../support/firms.ts";
import { useTable } from "../support/test-table.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { readDelivery, respondingWith } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable({ forEach: true });
const MINUTE = 60_000;

let firmId: FirmId;
beforeEach(async () => {
  ({ firmId } = await newFirm(table));
  captureLog();
});

describe("a delivery whose message is lost", () => {
  it("is still sent: 100 deliveries all arrive when the queue is purged in the middle", async () => {
    const arrived = new Map<string, number>();
    const { sendAll, run, purge, queued } = webhookClock(table, firmId, async ({ headers }) => {
      const id = headers["webhook-id"] ?? "";
      const count = (arrived.get(id) ?? 0) + 1;
      arrived.set(id, count);
      // Half of them need a second attempt, and are waiting for it when the queue is purged.
      return respondingWith(count === 1 && arrived.size % 2 === 0 ? 503 : 204)();
    });
    const webhooks = await Promise.all(Array.from({ length: 10 }, () => storeWebhook(table, firmId)));
    const wave = Array.from({ length: 5 }, () => webhooks).flat();
    const first = await sendAll(wave);
    await run(0);
    const second = await sendAll(wave);
    expect(queued()).toBe(75);
    purge();
    await run(25 * MINUTE);
    expect(arrived.size).toBe(100);
    for (const { delivery } of [...first, ...second])
      expect(await readDelivery(table, firmId, delivery)).toMatchObject({ state: "delivered" });
  });
});

describe("an endpoint that fails five times in a row", () => {
  it("gets all waiting deliveries after the first success, in growing numbers", async () => {
    const { state, sendAll, run, webhook, endpoint } = await failingEndpoint(table, firmId);
    await sendAll(Array(200).fill(webhook));
    await run(10 * MINUTE);
    state.status = 204;
    state.posts.length = 0;
    await run(30 * MINUTE);
    expect(new Set(state.posts.map(({ id }) => id)).size).toBe(200);
    const minutes = state.posts.map(({ at }) => Math.floor(at / MINUTE));
    const perMinute = [...new Set(minutes)].map((minute) => minutes.filter((each) => each === minute).length);
    // The delivery that tried the endpoint and 50 more at once, and 100 in the next minute.
    expect(perMinute.slice(0, 2)).toEqual([51, 100]);
    expect(await endpoint(webhook)).toMatchObject({ failureCount: 0, checkAtMilliseconds: 0 });
  });

  it.each([3, 6])(
    "gets few waiting deliveries at a time, in short chains of messages, while every %i. request fails or passes",
    async (every) => {
      const { state, sendAll, run, webhook, counts } = await failingEndpoint(table, firmId);
      await sendAll(Array(200).fill(webhook));
      await run(2 * MINUTE);
      state.posts.length = 0;
      state.respond = (n) => ((every === 3) === (n % every === 0) ? 500 : 204);
      await run(6 * MINUTE);
      const first = state.posts[0]?.at ?? 0;
      const inFirstMinute = state.posts.filter(({ at }) => at - first < MINUTE);
      expect(inFirstMinute.length).toBeLessThanOrEqual(150);
      expect(counts.longestLineage).toBeLessThanOrEqual(8);
    },
  );
});
