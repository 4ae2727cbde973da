import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { DUE_SHARDS } from "../../shared/table/due-index.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { webhookDeliveryPartition } from "../../shared/table/record-keys.ts";
import type { Webhook } from "../../shared/webhooks/webhook.rules.ts";
import { captureLog } from "../support/capture-log.ts";
import { fannedOutEvents } from "../support/fanned-out-events.ts";
import { newFirm } from "../support/firms.ts";
import { recordStoreCalls } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";
import { webhookClock } from "../support/webhook-clock.ts";
import { respondingWith, runSweep } from "../support/webhook-deliveries.ts";
import { storeWebhook } from "../support/webhooks.ts";

const table = useTable({ forEach: true });
const MINUTE = 60_000;

let firmId: FirmId;
beforeEach(async () => {
  captureLog();
  ({ firmId } = await newFirm(table));
});

const setUp = (counts: { endpoints: number; events: number }) => fannedOutEvents(table, firmId, counts);

const indexedDeliveries = async (webhook: Webhook) => {
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
    const { clock, fanOut, sweep, expected } = await setUp({ endpoints: 3, events: 2 });
    await fanOut();
    clock.now += 5 * MINUTE - 1;
    expect(await sweep()).toEqual([]);
    clock.now += 1;
    expect(await sweep()).toEqual(expected);
    clock.now += 20 * MINUTE;
    expect(await sweep()).toEqual(expected);
  });

  it("is sent once, however often it was fanned out and however many sweeps find it at once", async () => {
    const service = await setUp({ endpoints: 4, events: 5 });
    const { clock, dependencies, fanOut, queued, sweep, expected } = service;
    await fanOut();
    clock.now += MINUTE;
    await fanOut();
    clock.now += 6 * MINUTE;
    await Promise.all(Array.from({ length: 4 }, () => runSweep(dependencies)));
    expect(queued()).toBe(expected.length);
    await runSweep(dependencies);
    expect(queued()).toBe(expected.length);
    expect(await sweep()).toEqual(expected);
  });

  it("is sent when there are more deliveries than a page holds", async () => {
    const { clock, fanOut, sweep, expected } = await setUp({ endpoints: 6, events: 18 });
    await fanOut();
    clock.now += 6 * MINUTE;
    expect(await sweep()).toEqual(expected);
  });
});

it("a delivery is in the index of what is due from its creation until it is done, and costs the sweep nothing afterwards", async () => {
  const webhook = await storeWebhook(table, firmId);
  const { clock, dependencies, run, send } = webhookClock(table, firmId, respondingWith(204));
  await send(webhook);
  expect(await indexedDeliveries(webhook)).toBe(1);
  await run(0);
  expect(await indexedDeliveries(webhook)).toBe(0);
  clock.now += 6 * MINUTE;
  const calls = await recordStoreCalls(() => runSweep(dependencies));
  expect(new Set(calls)).toEqual(new Set(["Query"]));
});
