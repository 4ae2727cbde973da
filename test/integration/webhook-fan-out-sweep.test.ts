import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import type { Webhook } from "../../shared/domain/webhooks/webhook.ts";
import { fanOutEvent } from "../../shared/operations/webhooks/fan-out-event.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { deleteItems } from "../../shared/storage/firm/firm-items.ts";
import { webhookDeliveryKey, webhookDeliveryPartition } from "../../shared/storage/record-keys.ts";
import { DUE_SHARDS } from "../../shared/storage/webhooks/due-index.ts";
import { captureLog } from "../support/capture-log.ts";
import { logEvents, newEvent } from "../support/events.ts";
import { newFirm } from "../support/firms.ts";
import { interceptStoreCalls, recordStoreCalls } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { respondingWith, runSweep } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable();
const MINUTE = 60_000;

let firmId: FirmId;
beforeEach(async () => {
  captureLog();
  ({ firmId } = await newFirm(table));
});

/** Endpoints of a firm, and events whose messages are all lost after they are fanned out. */
const setUp = async ({ endpoints, events }: { endpoints: number; events: number }) => {
  const arrived: string[] = [];
  const webhooks: Webhook[] = [];
  for (let n = 0; n < endpoints; n++)
    webhooks.push(await storeWebhook(table, firmId, { url: `https://hooks.example.com/${firmId}/${n}` }));
  const service = webhookClock(table, firmId, ({ url, headers }) => {
    if (url.includes(firmId)) arrived.push(`${url} ${headers["webhook-id"]}`);
    return respondingWith(204)();
  });
  const { dependencies, clock, purge, run } = service;
  // All in one shard.
  const sent = Array.from({ length: events }, () =>
    newEvent({ id: `${newRecordId(Date.now()).slice(0, -2)}00` }),
  );
  await logEvents(table, firmId, sent);
  const fanOut = async () => {
    for (const { id, type } of sent)
      await fanOutEvent(dependencies, {
        firmId,
        id,
        type,
        body: undefined,
        nowMilliseconds: clock.now,
      } as never);
  };
  await fanOut();
  purge();
  const expected = webhooks.flatMap(({ url }) => sent.map(({ id }) => `${url} ${id}`)).sort();
  const sweep = async () => {
    await runSweep(dependencies);
    await run(0);
    return [...arrived].sort();
  };
  return { ...service, webhooks, sent, fanOut, sweep, expected };
};

const indexed = async (webhook: Webhook) => {
  const pages = await Promise.all(
    DUE_SHARDS.map((shard) =>
      table.client.send(
        new QueryCommand({
          TableName: table.name,
          IndexName: "byDue",
          KeyConditionExpression: "dueShard = :shard",
          ExpressionAttributeValues: { ":shard": shard },
        }),
      ),
    ),
  );
  const partition = webhookDeliveryPartition(firmId, webhook.id);
  return pages.flatMap(({ Items = [] }) => Items).filter(({ pk }) => pk === partition).length;
};

describe("an event whose messages are all lost", () => {
  it("is sent to each endpoint once, five minutes after it was fanned out and not before", async () => {
    const { clock, sweep, expected } = await setUp({ endpoints: 3, events: 2 });
    clock.now += 5 * MINUTE;
    expect(await sweep()).toEqual([]);
    clock.now += 1;
    expect(await sweep()).toEqual(expected);
    clock.now += 20 * MINUTE;
    expect(await sweep()).toEqual(expected);
  });

  it("is sent once, however often it was fanned out and however many sweeps find it at once", async () => {
    const { clock, dependencies, fanOut, purge, queued, run, sweep, expected } = await setUp({
      endpoints: 4,
      events: 5,
    });
    clock.now += MINUTE;
    await fanOut();
    purge();
    clock.now += 6 * MINUTE;
    await Promise.all(Array.from({ length: 4 }, () => runSweep(dependencies)));
    expect(queued()).toBe(expected.length);
    await runSweep(dependencies);
    expect(queued()).toBe(expected.length);
    await run(0);
    expect(await sweep()).toEqual(expected);
  });

  it("is sent when there are more deliveries than a batch reads, and more events than a page holds", async () => {
    const { clock, sweep, expected } = await setUp({ endpoints: 6, events: 30 });
    clock.now += 6 * MINUTE;
    expect(await sweep()).toEqual(expected);
  });

  it("is sent by the next sweep when one ends early", async () => {
    const { clock, dependencies, run, sweep, expected, queued } = await setUp({ endpoints: 1, events: 30 });
    clock.now += 6 * MINUTE;
    const spy = interceptStoreCalls(async ({ name, input, send }) => {
      // Each page takes so long that the sweep has no time for a second one.
      if (name === "Query" && JSON.stringify(input).includes("FANOUT#")) clock.now += 41_000;
      return send();
    });
    await runSweep(dependencies);
    spy.mockRestore();
    expect(queued()).toBeLessThan(expected.length);
    await run(0);
    expect(await sweep()).toEqual(expected);
  });

  it("is sent by the next sweep when a delivery of it could not be claimed", async () => {
    const { clock, dependencies, run, sweep, expected, queued, webhooks, sent } = await setUp({
      endpoints: 3,
      events: 1,
    });
    clock.now += 6 * MINUTE;
    const { pk } = webhookDeliveryKey(firmId, String(webhooks[1]?.id), String(sent[0]?.id));
    const spy = interceptStoreCalls(async ({ name, input, send }) => {
      if (name === "Update" && JSON.stringify(input).includes(pk)) throw sdkError("ThrottlingException");
      return send();
    });
    await expect(runSweep(dependencies)).rejects.toThrow("no luck");
    spy.mockRestore();
    expect(queued()).toBe(2);
    await run(0);
    expect(await sweep()).toEqual(expected);
  });

  it("is not sent to an endpoint whose delivery is deleted", async () => {
    const { clock, sweep, expected, webhooks, sent } = await setUp({ endpoints: 2, events: 1 });
    await deleteItems(table, [webhookDeliveryKey(firmId, String(webhooks[0]?.id), String(sent[0]?.id))]);
    clock.now += 6 * MINUTE;
    expect(await sweep()).toEqual(expected.slice(1));
  });
});

describe("a delivery that succeeds at first", () => {
  it("is never in the index of what is due, and costs the sweep no write", async () => {
    const { clock, dependencies, fanOut, run, webhooks } = await setUp({ endpoints: 1, events: 1 });
    const [webhook] = webhooks as [Webhook];
    await fanOut();
    expect(await indexed(webhook)).toBe(0);
    await run(0);
    expect(await indexed(webhook)).toBe(0);
    clock.now += 6 * MINUTE;
    const calls = await recordStoreCalls(() => runSweep(dependencies));
    // Only the position.
    expect(calls.filter((name) => name === "Update")).toHaveLength(1);
  });

  it("is in the index while it waits for another attempt", async () => {
    const webhook = await storeWebhook(table, firmId);
    const { run, send } = webhookClock(table, firmId, respondingWith(500));
    await send(webhook);
    expect(await indexed(webhook)).toBe(0);
    await run(0);
    expect(await indexed(webhook)).toBe(1);
  });
});
