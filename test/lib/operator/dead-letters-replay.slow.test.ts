import { setTimeout as sleep } from "node:timers/promises";
import { DeleteObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { DeleteMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import type { Webhook } from "../../../shared/webhooks/webhook.rules.ts";
import { nextAttempt } from "../../../shared/webhooks/webhook-attempt.rules.ts";
import {
  breakEventLog,
  breakSettings,
  breakWebhook,
  deadLettersOf,
  GIVES_UP_EARLY,
  sendDeadLetters,
  sendToQueue,
} from "../../support/dead-letters.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { eventually } from "../../support/eventually.ts";
import { newFirm } from "../../support/firms.ts";
import { useHostedService } from "../../support/hosted-service.ts";
import { putLead } from "../../support/leads.ts";
import { runForRows } from "../../support/operator.ts";
import { storeDelivery } from "../../support/webhook-deliveries.ts";
import { type ReceivedRequest, startReceiver, useReceivers } from "../../support/webhook-receivers.ts";
import { storeWebhook } from "../../support/webhooks.ts";

const hosted = useHostedService(GIVES_UP_EARLY);
useReceivers();

let firmId: FirmId;
let webhook: Webhook;
let received: ReceivedRequest[];
beforeEach(async () => {
  ({ firmId } = await newFirm(hosted().table));
  const receiver = await startReceiver();
  received = receiver.received;
  webhook = await storeWebhook(hosted().table, firmId, { url: receiver.url });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const replay = (...input: string[]) => runForRows("dead-letters replay", ...input);

/** Expects one delivery: a second would arrive within a second. */
const expectOneDelivery = async () => {
  await eventually(() => received.length).toBe(1);
  await sleep(1_000);
  expect(received).toHaveLength(1);
};

/** Ends the next command when it is about to delete a dead letter. */
const failDeletes = () => {
  for (const [client, command] of [
    [SQSClient, DeleteMessageCommand],
    [S3Client, DeleteObjectCommand],
  ] as const) {
    const send = client.prototype.send;
    jest.spyOn(client.prototype, "send").mockImplementation(function (this: unknown, ...call: unknown[]) {
      if (call[0] instanceof command) throw new Error("The process ended.");
      return Reflect.apply(send, this, call);
    } as never);
  }
};

/** Makes a real dead letter of each kind, and returns how to remove its cause. */
const KINDS: Record<string, () => Promise<() => Promise<void>>> = {
  "a change that cannot be published": async () => {
    const repair = await breakSettings(hosted().table, firmId);
    await putLead(hosted().table, firmId);
    return repair;
  },
  "a change that the stream gave up": async () => {
    const repair = await breakEventLog(hosted().table, firmId);
    await putLead(hosted().table, firmId);
    return repair;
  },
  "an event with which the bus could not invoke": async () => {
    const event = newEvent();
    await logEvents(hosted().table, firmId, [event]);
    const detail = { ...event, firm_id: firmId };
    await sendDeadLetters(JSON.stringify({ "detail-type": event.type, detail }));
    return async () => {};
  },
  "an event with which the fan-out failed": async () => {
    const repair = await breakWebhook(hosted().table, firmId, webhook.id);
    await putLead(hosted().table, firmId);
    return repair;
  },
};

describe("dead-letters replay", () => {
  it.each(Object.keys(KINDS))("delivers %s exactly once, even when it is interrupted", async (kind) => {
    const repair = await KINDS[kind]?.();
    const [letter] = await deadLettersOf(firmId);
    expect(JSON.stringify(letter)).not.toMatch(/Lovelace|ada@example|Confidential/);
    const ofFirm = ["--id", String(letter?.id)];

    await repair?.();
    failDeletes();
    expect(await replay(...ofFirm)).toMatchObject({ error: "The process ended." });
    jest.restoreAllMocks();
    await deadLettersOf(firmId);
    // Two attempts at the same time may both be sent: only a recorded attempt prevents the next one.
    await eventually(() => received.length).toBe(1);
    const { rows, error } = await replay(...ofFirm);
    expect([rows, error]).toEqual([
      [expect.objectContaining({ id: letter?.id, firm_id: firmId, result: "replayed" })],
      null,
    ]);
    await deadLettersOf(firmId, 0);
    await expectOneDelivery();
  });
});

it("an attempt that fails for a fault of ours is made once the cause is gone, without an operator", async () => {
  const delivery = await storeDelivery(hosted().table, firmId, webhook);
  const repair = await breakWebhook(hosted().table, firmId, webhook.id);
  await sendToQueue("Deliveries", JSON.stringify(nextAttempt(firmId, delivery)));
  const hasFailed = () => hosted().lines.some((line) => line.includes("DeliverWebhook failed message"));
  await eventually(hasFailed).toBe(true);
  expect(received).toEqual([]);
  await repair();
  await expectOneDelivery();
  await deadLettersOf(firmId, 0);
});
