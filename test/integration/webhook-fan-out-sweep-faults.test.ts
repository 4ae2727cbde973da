import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import type { Webhook } from "../../shared/domain/webhooks/webhook.ts";
import { newRecordId } from "../../shared/runtime/new-record-id.ts";
import { fanOutKey, webhookDeliveryPartition } from "../../shared/storage/record-keys.ts";
import { webhookDeliveryStore } from "../../shared/storage/webhooks/webhook-delivery-store.ts";
import { captureLog } from "../support/capture-log.ts";
import { captureMetrics } from "../support/capture-metrics.ts";
import { fannedOutEvents } from "../support/fanned-out-events.ts";
import { newFirm } from "../support/firms.ts";
import { interceptStoreCalls } from "../support/store-calls.ts";
import { sdkError } from "../support/store-faults.ts";
import { useTable } from "../support/test-table.ts";
import { runSweep } from "../support/webhook-deliveries.ts";

const table = useTable();
const MINUTE = 60_000;

let firmId: FirmId;
beforeEach(async () => {
  captureLog();
  ({ firmId } = await newFirm(table));
});

const setUp = (counts: { endpoints: number; events: number }) => fannedOutEvents(table, firmId, counts);

/** Fails every call of this kind that contains the text, until the returned function is called. */
const failCalls = (operation: string, text: string) => {
  const spy = interceptStoreCalls(async ({ name, input, send }) => {
    if (name === operation && JSON.stringify(input).includes(text)) throw sdkError("ThrottlingException");
    return send();
  });
  return () => spy.mockRestore();
};

/** Lets each page of fan-outs take so long that a sweep has no time for another, until the returned function is called. */
const delayPages = (clock: { now: number }) => {
  const spy = interceptStoreCalls(async ({ name, input, send }) => {
    if (name === "BatchGet" && JSON.stringify(input).includes("DELIVERY#")) clock.now += 41_000;
    return send();
  });
  return () => spy.mockRestore();
};

const storedDeliveries = async ({ id }: Webhook) =>
  (
    await webhookDeliveryStore(table).list(
      firmId,
      { webhookId: id, nowMilliseconds: Date.now() },
      { limit: 10, afterId: null },
    )
  ).records.length;

describe("an event whose messages are all lost", () => {
  it("is sent by a later sweep when one ends early, which says how late it is", async () => {
    const { clock, dependencies, fanOut, queued, sweep, expected } = await setUp({
      endpoints: 1,
      events: 30,
    });
    await fanOut();
    clock.now += 6 * MINUTE;
    const metrics = captureMetrics();
    const stopDelaying = delayPages(clock);
    await runSweep(dependencies);
    expect(queued()).toBe(25);
    await runSweep(dependencies);
    stopDelaying();
    expect(metrics()).toEqual(["OverdueSeconds 60", "OverdueSeconds 101"]);
    expect(await sweep()).toEqual(expected);
  });

  it("is sent by the next sweep when a delivery could not be claimed; all others by this one", async () => {
    const service = await setUp({ endpoints: 6, events: 30 });
    const { clock, dependencies, fanOut, queued, sweep, expected, sent } = service;
    await fanOut();
    clock.now += 6 * MINUTE;
    const metrics = captureMetrics();
    const stopFailing = failCalls("Update", String(sent[0]?.id));
    await expect(runSweep(dependencies)).rejects.toThrow("no luck");
    stopFailing();
    expect(queued()).toBe(expected.length - 6);
    expect(metrics()).toEqual(["OverdueSeconds 60"]);
    expect(await sweep()).toEqual(expected);
  });

  it("does not wait for a fan-out that cannot be read, which fails one sweep", async () => {
    const { clock, dependencies, fanOut, sweep, expected } = await setUp({ endpoints: 2, events: 3 });
    const before = new Date(clock.now - 1).toISOString();
    const Item = { ...fanOutKey("0", before, newRecordId(Date.now())), webhookIds: "broken" };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    await fanOut();
    clock.now += 6 * MINUTE;
    await expect(runSweep(dependencies)).rejects.toThrow("firmId");
    expect(await sweep()).toEqual(expected);
  });

  it("is sent although the positions could not be read at first", async () => {
    const { clock, dependencies, fanOut, sweep, expected } = await setUp({ endpoints: 1, events: 2 });
    await fanOut();
    clock.now += 6 * MINUTE;
    const stopFailing = failCalls("BatchGet", "POSITION");
    await expect(runSweep(dependencies)).rejects.toThrow("no luck");
    stopFailing();
    expect(await sweep()).toEqual(expected);
  });
});

it("a sweep that ends early says how late it is, also when it has found nothing to do so far", async () => {
  const { clock, dependencies, fanOut, run } = await setUp({ endpoints: 1, events: 30 });
  await fanOut({ isLost: false });
  await run(0);
  clock.now += 7 * MINUTE;
  const metrics = captureMetrics();
  const stopDelaying = delayPages(clock);
  await runSweep(dependencies);
  stopDelaying();
  await runSweep(dependencies);
  expect(metrics()).toEqual(["OverdueSeconds 120", "OverdueSeconds 0"]);
});

it("a sweep whose clock is behind the last one's finds nothing, and skips nothing", async () => {
  const { clock, dependencies, fanOut, sweep, expected } = await setUp({ endpoints: 1, events: 2 });
  await fanOut();
  clock.now += 6 * MINUTE;
  await runSweep(dependencies);
  clock.now -= 3 * MINUTE;
  await runSweep(dependencies);
  clock.now += 3 * MINUTE;
  expect(await sweep()).toEqual(expected);
});

describe("a fan-out that ends early, and is never repeated", () => {
  it("has stored no delivery that no sweep would find", async () => {
    const { fanOut, webhooks } = await setUp({ endpoints: 2, events: 1 });
    const stopFailing = failCalls("Put", "FANOUT#");
    await expect(fanOut()).rejects.toThrow("no luck");
    stopFailing();
    expect(await Promise.all(webhooks.map(storedDeliveries))).toEqual([0, 0]);
  });

  it("is finished by the sweep for the deliveries that it has stored", async () => {
    const { clock, fanOut, sweep, expected, webhooks } = await setUp({ endpoints: 2, events: 1 });
    const stopFailing = failCalls("Put", webhookDeliveryPartition(firmId, String(webhooks[1]?.id)));
    await expect(fanOut()).rejects.toThrow("no luck");
    stopFailing();
    clock.now += 6 * MINUTE;
    expect(await sweep()).toEqual(expected.slice(0, 1));
  });
});
