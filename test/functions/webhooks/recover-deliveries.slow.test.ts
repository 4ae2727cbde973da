import { beforeEach, describe, expect, it, jest } from "@jest/globals";
import { handler as recoverDeliveries } from "../../../functions/webhooks/recover-deliveries.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { eventKey, webhookDeliveryKey } from "../../../shared/table/record-keys.ts";
import { newWebhookDelivery, type WebhookDelivery } from "../../../shared/webhooks/webhook-delivery.rules.ts";
import { storeDeliveryOnce } from "../../../shared/webhooks/webhook-delivery.store.ts";
import { captureLog } from "../../support/capture-log.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { changeAttribute } from "../../support/settings.ts";
import { interceptStoreCalls } from "../../support/store-calls.ts";
import { sdkError, transactionCanceled } from "../../support/store-faults.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useQueue } from "../../support/use-queue.ts";
import { readDelivery, storeDelivery } from "../../support/webhook-deliveries.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const table = useTable();
const MINUTE = 60_000;

let webhook: Awaited<ReturnType<typeof storeWebhook>>;
const queue = useQueue();
const firm = useFirm(table);
beforeEach(async () => {
  webhook = await storeWebhook(table, firm.firmId);
});

const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * MINUTE).toISOString();

/** Stores a delivery of an event that is so many minutes old. */
const store = async (minutesAgo: number, changes: Partial<WebhookDelivery> = {}) => {
  const id = newRecordId(Date.parse(at(minutesAgo)));
  return storeDelivery(table, firm.firmId, webhook, { id, ...changes });
};

/** Stores a delivery in this state of an event for each of these ages in minutes. */
const storeAll = async (
  each: readonly (readonly [minutesAgo: number, state: WebhookDelivery["state"]])[],
) => {
  const events = each.map(([minutesAgo]) => newEvent({ id: newRecordId(Date.parse(at(minutesAgo))) }));
  await logEvents(table, firm.firmId, events);
  return Promise.all(
    each.map(([, state], n) => {
      const delivery = newWebhookDelivery(webhook, events[n] ?? newEvent(), Date.now());
      return storeDeliveryOnce(table, firm.firmId, { ...delivery, state });
    }),
  );
};

const recover = (body: unknown, query: Record<string, string> = {}) =>
  firm.send(recoverDeliveries, { params: { id: webhook.id }, body, query });

const ids = (records: readonly { id: string }[]) => records.map(({ id }) => id);
const queuedIds = () => queue.take().map(({ body }) => JSON.parse(body).eventId);

describe("POST /api/webhooks/{id}/recover", () => {
  it("queues the failed and skipped deliveries of a period again, oldest first", async () => {
    await store(50, { state: "failed" });
    const failed = await store(30, { state: "failed", attemptCount: 10 });
    await store(25, { state: "delivered", attemptCount: 1 });
    await store(22);
    const skipped = await store(20, { state: "skipped" });
    await store(5, { state: "failed" });
    const { status, body } = await recover({ since: at(40), until: at(10) });
    expect(status).toBe(200);
    expect(ids(body.data)).toEqual([failed.id, skipped.id]);
    expect(body.data).toMatchObject([{ state: "pending" }, { state: "pending" }]);
    expect(body.next_cursor).toBe(null);
    expect(queuedIds()).toEqual([failed.id, skipped.id]);
    expect(await readDelivery(table, firm.firmId, failed)).toMatchObject({ round: 2, attemptCount: 0 });
    expect((await recover({ since: at(40), until: at(10) })).body.data).toEqual([]);
    expect((await recover({ since: at(10), states: ["skipped"] })).body.data).toEqual([]);
  });

  it("adds on request the events that the endpoint was never sent but subscribes to", async () => {
    webhook = await storeWebhook(table, firm.firmId, { events: ["lead.created"] });
    const sent = await store(9, { state: "delivered" });
    const missing = newEvent({ id: newRecordId(Date.parse(at(8))) });
    const other = newEvent({ id: newRecordId(Date.parse(at(7))), type: "lead.archived" });
    await logEvents(table, firm.firmId, [missing, other]);
    const failed = await store(6, { state: "failed" });
    const { body } = await recover({ since: at(10), missing: true });
    expect(ids(body.data)).toEqual([missing.id, failed.id]);
    expect(queuedIds()).toEqual([missing.id, failed.id]);
    expect(await readDelivery(table, firm.firmId, { ...sent, id: missing.id })).toMatchObject({
      state: "pending",
      round: 1,
    });
    expect((await recover({ since: at(10), missing: true })).body.data).toEqual([]);
  });

  it("queues a missing event once, however many ask for it at once", async () => {
    await logEvents(table, firm.firmId, [newEvent({ id: newRecordId(Date.parse(at(8))) })]);
    const recoveries = await Promise.all(
      Array.from({ length: 5 }, () => recover({ since: at(10), missing: true })),
    );
    expect(recoveries.map(({ status }) => status)).toEqual(Array(5).fill(200));
    expect(recoveries.flatMap(({ body }) => body.data)).toHaveLength(1);
    expect(queuedIds()).toHaveLength(1);
  });

  it("returns pages of up to 100, each delivery once, also by an instance whose clock is behind the first one's", async () => {
    const stored = await storeAll(
      Array.from({ length: 120 }, (_, n) => [-1, n % 8 === 0 ? "delivered" : "failed"] as const),
    );
    const failed = stored.filter(({ state }) => state === "failed");
    const events = Array.from({ length: 5 }, () => newEvent({ id: newRecordId(Date.parse(at(-1)) + 1_000) }));
    await logEvents(table, firm.firmId, events);
    const body = { since: at(10), missing: true };
    fakeDate(Date.now() + 2 * MINUTE);
    const first = await recover(body).finally(() => jest.useRealTimers());
    expect(first.body.data).toHaveLength(100);
    const second = await recover(body, { cursor: first.body.next_cursor });
    expect([second.status, second.body.next_cursor]).toEqual([200, null]);
    const recovered = [...ids(first.body.data), ...ids(second.body.data)];
    expect(recovered).toEqual([...ids(failed), ...ids(events)].sort());
    expect(queuedIds().sort()).toEqual(recovered);
  });

  it("finds neither deliveries of the future nor events older than 30 days", async () => {
    const old = newEvent({ id: newRecordId(Date.now() - 31 * 24 * 60 * MINUTE) });
    await logEvents(table, firm.firmId, [old]);
    await store(31 * 24 * 60, { state: "failed" });
    for (const since of [at(-1), at(60 * 24 * 40)]) {
      const { status, body } = await recover({ since, missing: true });
      expect([status, body]).toEqual([200, { data: [], next_cursor: null }]);
    }
  });

  it("goes on although the events before its cursor have left the log", async () => {
    const period = { since: at(40 * 24 * 60), missing: true };
    const stored = await storeAll(Array.from({ length: 101 }, (_, n) => [29 * 24 * 60 - n, "failed"]));
    const { next_cursor: cursor } = (await recover(period)).body;
    fakeDate(Date.now() + 2 * 24 * 60 * MINUTE);
    const late = await store(5, { state: "failed" });
    expect(stored).toHaveLength(101);
    expect((await recover(period, { cursor })).body).toMatchObject({
      data: [{ id: late.id }],
      next_cursor: null,
    });
  });

  it("has queued everything that it restarted before a fault ends it", async () => {
    const stored = await storeAll(Array.from({ length: 60 }, (_, n) => [400 - n, "failed"]));
    const spy = interceptStoreCalls(async ({ name, input, send }) => {
      if (name === "TransactWrite" && JSON.stringify(input).includes(String(stored[30]?.id)))
        throw sdkError("ThrottlingException");
      return send();
    });
    captureLog();
    expect((await recover({ since: at(500) })).status).toBe(503);
    spy.mockRestore();
    const queued = queuedIds();
    expect(queued).toEqual(ids(stored.slice(0, 25)));
    const again = (await recover({ since: at(500) })).body.data;
    expect(again.length + queued.length).toBeGreaterThanOrEqual(35);
  });

  it("skips a delivery that the store refuses, and shows it unchanged", async () => {
    const [first, refused, last] = await storeAll([
      [30, "failed"],
      [20, "failed"],
      [10, "failed"],
    ]);
    interceptStoreCalls(async ({ name, input, send }) => {
      if (name === "TransactWrite" && JSON.stringify(input).includes(String(refused?.id)))
        throw transactionCanceled("ValidationError");
      return send();
    });
    const log = captureLog();
    const { status, body } = await recover({ since: at(40) });
    expect([status, body.data.map(({ state }: WebhookDelivery) => state)]).toEqual([
      200,
      ["pending", "failed", "pending"],
    ]);
    expect(queuedIds()).toEqual([first?.id, last?.id]);
    expect(log.join()).toMatch(/record_not_processed[^}]*walk: 'recovery'/);
  });

  it("skips a delivery and an event that cannot be read", async () => {
    const [first, malformed] = await storeAll([
      [30, "failed"],
      [25, "failed"],
    ]);
    const [unreadable, missing] = [20, 15].map((each) => newEvent({ id: newRecordId(Date.parse(at(each))) }));
    if (!malformed || !unreadable || !missing) throw new Error("There is nothing to pass.");
    await logEvents(table, firm.firmId, [unreadable, missing]);
    await changeAttribute(
      table,
      webhookDeliveryKey(firm.firmId, webhook.id, malformed.id),
      "state",
      "of no kind",
    );
    await changeAttribute(table, eventKey(firm.firmId, unreadable.id), "body", 5);
    const log = captureLog();
    const { status, body } = await recover({ since: at(40), missing: true });
    expect([status, ids(body.data)]).toEqual([200, [first?.id, missing.id]]);
    expect(queuedIds()).toEqual([first?.id, missing.id]);
    for (const { id } of [malformed, unreadable]) expect(log.join()).toContain(id);
  });
});
