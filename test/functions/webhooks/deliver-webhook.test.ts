import type { ServerResponse } from "node:http";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it, jest } from "@jest/globals";
import type { SQSEvent } from "aws-lambda";
import { Webhook as Verifier } from "standardwebhooks";
import { handler as rotateSecret } from "../../../functions/webhooks/rotate-webhook-secret.ts";
import { webhookKey } from "../../../shared/table/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { readDelivery, storePendingDelivery } from "../../support/webhook-deliveries.ts";
import { startReceiver, useReceivers } from "../../support/webhook-receivers.ts";
import { captureQueue, storeWebhook } from "../../support/webhooks.ts";

const table = useTable();
useReceivers();

type Handler = typeof import("../../../functions/webhooks/deliver-webhook.consumer.ts").handler;

/** Imports the function with a stage's REQUEST_TARGETS. */
const deliverWith = async (targets: string): Promise<Handler> => {
  jest.resetModules();
  process.env.REQUEST_TARGETS = targets;
  return (await import("../../../functions/webhooks/deliver-webhook.consumer.ts")).handler;
};

let deliver: Handler;
beforeAll(async () => {
  deliver = await deliverWith("local");
});

const firm = useFirm(table);
beforeEach(() => {
  captureQueue();
});

const batch = (bodies: readonly unknown[]) =>
  ({
    Records: bodies.map((body, index) => ({ messageId: String(index), body: JSON.stringify(body) })),
  }) as SQSEvent;

describe("a request", () => {
  it("can be verified with the new and the previous secret during a rotation", async () => {
    const { url, received } = await startReceiver();
    const webhook = await storeWebhook(table, firm.firmId, { url });
    const { body: rotated } = await firm.send(rotateSecret, { params: { id: webhook.id } });
    const { message } = await storePendingDelivery(table, firm.firmId, webhook, Date.now());
    expect(await deliver(batch([message]))).toEqual({ batchItemFailures: [] });
    const { headers, body } = Object(received[0]);
    for (const secret of [webhook.secret, rotated.secret])
      expect(() => new Verifier(secret).verify(body, headers)).not.toThrow();
    const other = new Verifier("whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    expect(() => other.verify(body, headers)).toThrow();
  });

  it("is not sent to this machine unless the stage allows it", async () => {
    const { url, received } = await startReceiver();
    const webhook = await storeWebhook(table, firm.firmId, { url });
    const { message, delivery } = await storePendingDelivery(table, firm.firmId, webhook, Date.now());
    captureLog();
    await (await deliverWith(""))(batch([message]));
    expect(received).toEqual([]);
    expect((await readDelivery(table, firm.firmId, delivery))?.attempts).toMatchObject([
      { status: null, error: "the host leads to an address that is not public" },
    ]);
  });
});

describe("a batch", () => {
  it("is delivered concurrently and reports only the messages to receive again", async () => {
    const lines = captureLog();
    const waiting: ServerResponse[] = [];
    const { url } = await startReceiver((_, response) => {
      waiting.push(response);
      // If they ran one after the other, only the last would be answered in time.
      if (waiting.length === 5) for (const each of waiting) each.end();
    });
    const webhook = await storeWebhook(table, firm.firmId, { url });
    const stored = await Promise.all(
      Array.from({ length: 5 }, () => storePendingDelivery(table, firm.firmId, webhook, Date.now())),
    );
    const failing = await storeWebhook(table, firm.firmId, { url });
    const { message } = await storePendingDelivery(table, firm.firmId, failing, Date.now());
    const Item = webhookKey(firm.firmId, failing.id);
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    const result = await deliver(batch([...stored.map((each) => each.message), message]));
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: "5" }] });
    const deliveries = stored.map(({ delivery }) => readDelivery(table, firm.firmId, delivery));
    expect((await Promise.all(deliveries)).map((delivery) => delivery?.state)).toEqual(
      Array(5).fill("delivered"),
    );
    expect(lines.find((line) => line.includes("delivery_not_attempted"))).toContain(failing.id);
  });

  it("fails as a whole with a malformed message, whose text is in no log", async () => {
    const lines = captureLog();
    await expect(deliver(batch([{ nonsense: "Dana" }]))).rejects.toThrow();
    expect(lines.join("\n")).toContain("invocation_failed");
    expect(lines.join("\n")).not.toContain("Dana");
  });
});
