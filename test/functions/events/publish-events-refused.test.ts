import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { PutCommand, TransactWriteCommand, type TransactWriteCommandInput } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { mockClient } from "aws-sdk-client-mock";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import { handler } from "../../../functions/events/publish-events.ts";
import { leadToItem } from "../../../shared/leads/lead-item.store.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { eventBatchKey } from "../../../shared/table/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { changeAt } from "../../support/changes.ts";
import { newFirm } from "../../support/firms.ts";
import { newLead } from "../../support/leads.ts";
import { passTransactionThrough, sdkError, useFaultyStore } from "../../support/store-faults.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { captureQueue } from "../../support/webhooks.ts";

const table = useTable();
const store = useFaultyStore();
const eventBridge = mockClient(EventBridgeClient);
let log: string[];
let queue: ReturnType<typeof captureQueue>;
const firm = useFirm(table);
beforeEach(() => {
  log = captureLog();
  queue = captureQueue();
  eventBridge.reset();
  eventBridge.on(PutEventsCommand).callsFake(({ Entries }: { Entries: unknown[] }) => ({
    Entries: Entries.map(() => ({ EventId: "x" })),
  }));
});

const created = (sequenceNumber: number, firmId: FirmId = firm.firmId) =>
  streamRecord(null, leadToItem(firmId, newLead(), changeAt(Date.now())), String(sequenceNumber));

const many = (count: number) => Array.from({ length: count }, (_, index) => created(index + 1));

const published = () =>
  eventBridge.commandCalls(PutEventsCommand).flatMap(({ args: [{ input }] }) => input.Entries ?? []).length;

const logged = async () => (await firm.send(listEvents)).body.data.length;

const parked = () => queue.sent.map(({ body }) => JSON.parse(body).record);

/** The first record that the publisher asks for again; null for none. */
const firstFailed = async (...records: DynamoDBRecord[]) => {
  const [failure] = (await handler(streamEvent(...records))).batchItemFailures;
  return failure ? Number(failure.itemIdentifier) : null;
};

const leadIdOf = (record: DynamoDBRecord | undefined) => record?.dynamodb?.NewImage?.sk?.S ?? "";

/** An item of DynamoDB has 400 KB at most. */
const TOO_LARGE = "x".repeat(401 * 1024);

/** Makes the store get this record's events larger than it takes, and fail for those of another. */
const enlargeEventsOf = (record?: DynamoDBRecord, { thenFail }: { thenFail?: DynamoDBRecord } = {}) =>
  store.on(TransactWriteCommand).callsFake(({ TransactItems = [] }: TransactWriteCommandInput, client) => {
    const holds = (item: object, each: DynamoDBRecord | undefined) =>
      each !== undefined && JSON.stringify(item).includes(leadIdOf(each));
    const isEnlarged = TransactItems.some((item) => holds(item, record));
    if (!isEnlarged && TransactItems.some((item) => holds(item, thenFail)))
      throw sdkError("ThrottlingException");
    const items = TransactItems.map((item) =>
      holds(item, record) ? { Put: { ...item.Put, Item: { ...item.Put?.Item, body: TOO_LARGE } } } : item,
    );
    return passTransactionThrough({ TransactItems: items } as TransactWriteCommandInput, client);
  });

describe("a record whose events cannot be appended to its firm's log", () => {
  it("goes whole to the dead letters when the store refuses them for good; those of its transaction are logged and published", async () => {
    const records = many(5);
    enlargeEventsOf(records[2]);
    expect(await firstFailed(...records)).toBe(null);
    expect(parked()).toEqual([JSON.parse(JSON.stringify(records[2]))]);
    expect([published(), await logged()]).toEqual([4, 4]);
    expect(log.join()).toMatch(/change_not_publishable/);
  });

  it("goes there when the log is malformed, and costs other firms nothing", async () => {
    const other = created(2, (await newFirm(table)).firmId);
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: eventBatchKey(firm.firmId, 8_999_999_999_999_999) }),
    );
    expect(await firstFailed(created(1), other, created(3))).toBe(null);
    expect([parked().length, published()]).toEqual([2, 1]);
  });

  it.each(["AccessDeniedException", "ResourceNotFoundException", "UnrecognizedClientException"])(
    "is delivered again after %s, which concerns every record",
    async (name) => {
      store.on(TransactWriteCommand).rejects(sdkError(name));
      expect(await firstFailed(created(1), created(2))).toBe(1);
      expect(queue.sent).toEqual([]);
      store.recover();
      expect(await firstFailed(created(1), created(2))).toBe(null);
      expect(parked()).toEqual([]);
    },
  );

  it("is parked also when a transient failure follows, behind which all records are delivered again", async () => {
    const records = many(4);
    enlargeEventsOf(records[1], { thenFail: records[2] });
    expect(await firstFailed(...records)).toBe(3);
    expect([parked().length, published(), await logged()]).toEqual([1, 1, 1]);
  });
});
