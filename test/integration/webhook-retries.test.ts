import { beforeEach, describe, expect, it } from "@jest/globals";
import { commit } from "../../shared/table/commit.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { changeWebhook } from "../../shared/webhooks/webhook.store.ts";
import { captureLog } from "../support/capture-log.ts";
import { failingEndpoint } from "../support/failing-endpoint.ts";
import { newFirm } from "../support/firms.ts";
import { interceptStoreCalls, recordStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import {
  readDelivery,
  respondingWith,
  runDelivery,
  storePendingDelivery,
} from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable({ forEach: true });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let firmId: FirmId;
beforeEach(async () => {
  ({ firmId } = await newFirm(table));
  captureLog();
});

describe("a delivery that always fails", () => {
  it("is tried ten times in 75 hours, with at most three hops of a message in a lineage", async () => {
    const posted: number[] = [];
    const { send, run, clock, counts } = webhookClock(table, firmId, async () => {
      posted.push(clock.now);
      return respondingWith(500)();
    });
    const webhook = await storeWebhook(table, firmId);
    const startedAt = clock.now;
    const { delivery } = await send(webhook);
    await run(76 * HOUR);
    expect(await readDelivery(table, firmId, delivery)).toMatchObject({
      state: "failed",
      attemptCount: 10,
      attempts: { length: 10 },
    });
    const hours = posted.map((at) => (at - startedAt) / HOUR);
    expect(hours[9]).toBeGreaterThan(75);
    expect(hours[9]).toBeLessThan(75.8);
    expect(counts).toEqual({ invocations: 10, messages: 10, sweeps: 7, longestLineage: 3 });
  });
});

describe("an endpoint that fails five times in a row", () => {
  it("is tried by one delivery at a time, at growing intervals; the others wait without spending an attempt", async () => {
    const { state, sendAll, run, webhook, clock } = await failingEndpoint(table, firmId);
    const deliveries = await sendAll(Array(15).fill(webhook));
    await run(0);
    expect(state.posts).toHaveLength(5);
    const openedAt = clock.now;
    const tried = new Set(state.posts.map(({ id }) => id));
    state.posts.length = 0;
    await run(3 * MINUTE);
    for (const { id } of state.posts) tried.add(id);
    const seconds = () => state.posts.map(({ at }) => (at - openedAt) / 1_000);
    expect(seconds()).toEqual([5, 60, 120]);
    const waiting = deliveries.find(({ delivery }) => !tried.has(delivery.id));
    const untried = await readDelivery(table, firmId, waiting?.delivery as never);
    expect(untried).toMatchObject({ state: "pending", isWaiting: true, attemptCount: 0, attempts: [] });
    await run(57 * MINUTE);
    expect(seconds()).toEqual([5, 60, 120, 240, 540, 1_440, 2_340, 3_240]);
  });

  it("has its waiting deliveries skipped once it is disabled", async () => {
    const { sendAll, run, webhook, endpoint } = await failingEndpoint(table, firmId);
    const deliveries = await sendAll(Array(12).fill(webhook));
    await run(0);
    await commit(table, [changeWebhook(firmId, webhook, { enabled: false })]);
    await run(20 * MINUTE);
    for (const { delivery } of deliveries.slice(5))
      expect(await readDelivery(table, firmId, delivery)).toMatchObject({ state: "skipped" });
    expect(await endpoint(webhook)).toMatchObject({ checkAtMilliseconds: 0 });
  });

  it("costs two reads and two writes for an attempt that waits, and one write for each later one", async () => {
    const { send, sendAll, run, webhook } = await failingEndpoint(table, firmId);
    await sendAll(Array(5).fill(webhook));
    await run(0);
    await send(webhook);
    expect(await recordStoreCalls(() => run(0))).toEqual([
      "BatchGet",
      "TransactWrite",
      "BatchGet",
      "TransactWrite",
    ]);
    await send(webhook);
    expect(await recordStoreCalls(() => run(0))).toEqual(["BatchGet", "TransactWrite", "BatchGet"]);
  });

  it("loses no delivery that found the circuit open while it closed", async () => {
    const { state, sendAll, run, webhook, dependencies, endpoint, queued } = await failingEndpoint(
      table,
      firmId,
    );
    await sendAll(Array(5).fill(webhook));
    await run(0);
    const { message } = await storePendingDelivery(table, firmId, webhook, dependencies.now());
    state.status = 204;
    const spy = interceptStoreCalls(async ({ name, send: sendCall }) => {
      // The circuit closes between the read of the endpoint and the write by which the delivery waits.
      if (name === "TransactWrite") {
        spy.mockRestore();
        const asked = await storePendingDelivery(table, firmId, webhook, dependencies.now());
        await runDelivery(dependencies, { ...asked.message, isRequested: true });
      }
      return sendCall();
    });
    const before = queued();
    await runDelivery(dependencies, message);
    expect(queued()).toBe(before + 1);
    expect(await endpoint(webhook)).toMatchObject({ failureCount: 0 });
    await run(0);
    expect(state.posts.map(({ id }) => id)).toContain(message.eventId);
  });

  it("is checked again when the index did not show a waiting delivery", async () => {
    const { state, send, sendAll, run, webhook, clock } = await failingEndpoint(table, firmId);
    await sendAll(Array(5).fill(webhook));
    await run(0);
    const late = await send(webhook);
    await run(0);
    const spy = interceptStoreCalls(async ({ name, input, send: sendCall }) =>
      name === "Query" && input.IndexName === "byListing" && clock.now < start + 5 * MINUTE
        ? { Items: [] }
        : sendCall(),
    );
    const start = clock.now;
    await run(6 * MINUTE);
    state.status = 204;
    await run(30 * MINUTE);
    spy.mockRestore();
    expect(await readDelivery(table, firmId, late.delivery)).toMatchObject({ state: "delivered" });
  });
});
