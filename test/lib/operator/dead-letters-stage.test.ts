import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { v4 } from "uuid";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { changeAt } from "../../support/changes.ts";
import { mockStack } from "../../support/deployed-stage.ts";
import { newEvent } from "../../support/events.ts";
import { newLead, putLead } from "../../support/leads.ts";
import { mockClient } from "../../support/mock-client.ts";
import { runForRows } from "../../support/operator.ts";
import { streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const firmId = v4() as FirmId;

/** Mocks the clients of the queues and functions where the real services answer differently from the local ones. */
const mockServices = () => {
  mockStack(table.name);
  const sqs = mockClient(SQSClient);
  sqs.on(ReceiveMessageCommand).resolves({});
  sqs.on(ChangeMessageVisibilityCommand).resolves({});
  const s3 = mockClient(S3Client);
  s3.on(ListObjectsV2Command).resolves({});
  const lambda = mockClient(LambdaClient);
  lambda.on(InvokeCommand).resolves(payload(null));
  return { sqs, s3, lambda };
};

let services: ReturnType<typeof mockServices>;
beforeEach(() => {
  services = mockServices();
});

/** The part of the SDK's byte arrays that commands use. */
const bytes = (value: unknown) =>
  Object.assign(Buffer.from(""), { transformToString: () => JSON.stringify(value) }) as never;

const payload = (value: unknown) => ({ Payload: bytes(value) });

const event = () => ({ detail: { ...newEvent(), firm_id: firmId } });

/** Lets each receive get the next of these batches. */
const receive = (...batches: object[][]) =>
  services.sqs.on(ReceiveMessageCommand).callsFake(() => ({ Messages: batches.shift() }));

const message = (id: string, body: unknown, more: object = {}) => ({
  MessageId: id,
  ReceiptHandle: `receipt of ${id}`,
  Body: JSON.stringify(body),
  Attributes: { SentTimestamp: "1790000000000", ApproximateReceiveCount: "3" },
  ...more,
});

const deleted = () =>
  services.sqs.commandCalls(DeleteMessageCommand).map(({ args }) => args[0].input.ReceiptHandle);
const released = () =>
  services.sqs.commandCalls(ChangeMessageVisibilityCommand).map(({ args }) => args[0].input.ReceiptHandle);
const invocations = (): { Records: unknown[] }[] =>
  services.lambda.commandCalls(InvokeCommand).map(({ args }) => JSON.parse(String(args[0].input.Payload)));

const list = () => runForRows("dead-letters list", "--stage", "prod");
const replay = () => runForRows("dead-letters replay", "--stage", "prod");

describe("dead letters of a stage", () => {
  it("have the reason of the bus or of Lambda, but no error message", async () => {
    const MessageAttributes = { ERROR_CODE: { DataType: "String", StringValue: "SDK_CLIENT_ERROR" } };
    receive([message("1", event(), { MessageAttributes })]);
    expect((await list()).rows).toMatchObject([
      { reason: "SDK_CLIENT_ERROR", received: 3, sent_at: "2026-09-21T14:13:20.000Z" },
    ]);
    receive([
      message("2", {
        requestContext: { condition: "RetriesExhausted" },
        requestPayload: event(),
        responsePayload: { errorType: "ZodError", errorMessage: "Dana" },
      }),
    ]);
    expect((await list()).rows).toMatchObject([{ reason: "RetriesExhausted: ZodError" }]);
  });

  it("are read once, even though the queue answers in samples and delivers twice", async () => {
    const [one, two] = [message("1", event()), message("2", event())];
    const again = { ...one, ReceiptHandle: "later receipt of 1" };
    receive([one], [], [two], [again]);
    expect((await list()).rows.map(({ id }) => id)).toEqual(["1", "2"]);
    expect(released()).toEqual(["later receipt of 1", "receipt of 2"]);
  });

  it.each([
    ["throws", { FunctionError: "Unhandled", ...payload({ errorType: "TypeError" }) }, "TypeError"],
    [
      "reports failed items",
      payload({ batchItemFailures: [{ itemIdentifier: "1" }] }),
      "the function reports items that failed",
    ],
  ])("are kept when the function %s", async (_what, answer, note) => {
    services.lambda.on(InvokeCommand).resolvesOnce(answer).resolves(payload(null));
    receive([message("1", event()), message("2", event())]);
    const { rows, error } = await replay();
    expect(rows).toMatchObject([
      { id: "1", result: "failed", note },
      { id: "2", result: "replayed", note: null },
    ]);
    expect(error).toBe("not replayed, and kept: 1");
    expect([deleted(), released()]).toEqual([["receipt of 2"], ["receipt of 1"]]);
  });

  it("are replayed once for an event that is there twice, as one that came back", async () => {
    const one = event();
    receive([message("1", one), message("2", event()), message("3", one)]);
    const { rows, error } = await replay();
    expect(rows.map(({ result }) => result)).toEqual(["replayed", "replayed", "returned"]);
    expect(error).toBe("not replayed, and kept: 3");
    expect(invocations()).toHaveLength(2);
  });

  it("wait when Lambda refuses to invoke: the first refusal ends the replay", async () => {
    const throttled = Object.assign(new Error("Rate Exceeded."), { name: "TooManyRequestsException" });
    services.lambda.on(InvokeCommand).resolvesOnce(payload(null)).rejects(throttled);
    receive(["1", "2", "3"].map((id) => message(id, event())));
    const { rows, error } = await replay();
    expect(rows).toMatchObject([{ id: "1", result: "replayed" }]);
    expect(error).toBe("Rate Exceeded.");
    expect([deleted(), released()]).toEqual([["receipt of 1"], ["receipt of 2", "receipt of 3"]]);
  });

  it("are replayed in parts when a batch is over 6 MB as text", async () => {
    const lead = await putLead(table, firmId);
    const item = leadToItem(firmId, newLead({ id: lead.id }), changeAt(Date.now()));
    const Keys = { pk: { S: item.pk }, sk: { S: item.sk } };
    const records = Array.from({ length: 20 }, (_, index) => {
      const record = streamRecord(null, { ...item, data: { note: "x".repeat(390_000) } }, String(index));
      return { ...record, dynamodb: { ...record.dynamodb, Keys } };
    });
    const { s3 } = services;
    s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: "batch", LastModified: new Date() }] });
    s3.on(GetObjectCommand).resolves({
      Body: bytes({
        requestContext: { condition: "RecordAgeExceeded" },
        payload: JSON.stringify({ Records: records }),
      }),
    });
    const { rows, error } = await replay();
    expect([rows.length, error]).toEqual([20, null]);
    expect(invocations().flatMap(({ Records }) => Records)).toEqual(records);
    for (const { args } of services.lambda.commandCalls(InvokeCommand))
      expect(Buffer.byteLength(String(args[0].input.Payload))).toBeLessThanOrEqual(6 * 1024 * 1024);
  });
});
