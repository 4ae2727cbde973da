import { beforeEach, describe, expect, it } from "@jest/globals";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { webhookDeliveryPartition } from "../../shared/table/record-keys.ts";
import { captureLog } from "../support/capture-log.ts";
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

/** Lets each page of the events' shard take so long that a sweep has no time for another, until the returned function is called. */
const delayPages = (clock: { now: number }) => {
  const spy = interceptStoreCalls(async ({ input, send }) => {
    if (Object(input.ExpressionAttributeValues)[":shard"] === "0") clock.now += 41_000;
    return send();
  });
  return () => spy.mockRestore();
};

describe("an event whose messages are all lost", () => {
  it("is sent by a later sweep when one ends early, and both report how late it is", async () => {
    const { clock, dependencies, fanOut, queued, sweep, expected } = await setUp({
      endpoints: 6,
      events: 18,
    });
    await fanOut();
    clock.now += 16 * MINUTE;
    const log = captureLog();
    const stopDelaying = delayPages(clock);
    await runSweep(dependencies);
    expect(queued()).toBe(100);
    await runSweep(dependencies);
    stopDelaying();
    expect(log.join().match(/work_late/g)).toHaveLength(2);
    expect(await sweep()).toEqual(expected);
  });

  it("is sent although the index could not be read at first", async () => {
    const { clock, dependencies, fanOut, sweep, expected } = await setUp({ endpoints: 1, events: 2 });
    await fanOut();
    clock.now += 6 * MINUTE;
    const stopFailing = failCalls("Query", "byDue");
    await expect(runSweep(dependencies)).rejects.toThrow("no luck");
    stopFailing();
    expect(await sweep()).toEqual(expected);
  });
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

it("the sweep sends the stored deliveries of a fan-out that ends early and is never repeated", async () => {
  const { clock, fanOut, sweep, expected, webhooks } = await setUp({ endpoints: 2, events: 1 });
  const stopFailing = failCalls("Put", webhookDeliveryPartition(firmId, String(webhooks[1]?.id)));
  await expect(fanOut()).rejects.toThrow("no luck");
  stopFailing();
  clock.now += 6 * MINUTE;
  expect(await sweep()).toEqual(expected.slice(0, 1));
});
