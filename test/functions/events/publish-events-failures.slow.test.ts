import { PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import {
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import { handler } from "../../../functions/events/publish-events.consumer.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { firmIdFromVerifiedSource } from "../../../shared/table/firm-id.ts";
import { leadPartition, openEventPageKey, settingsKey } from "../../../shared/table/record-keys.ts";
import { useLog } from "../../support/capture-log.ts";
import { changeAt } from "../../support/changes.ts";
import { useBus } from "../../support/event-bus.ts";
import { newFirm } from "../../support/firms.ts";
import { newLead } from "../../support/leads.ts";
import { passTransactionThrough, sdkError, useFaultyStore } from "../../support/store-faults.ts";
import { createdLead, streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useQueue } from "../../support/use-queue.ts";

const table = useTable();
const store = useFaultyStore();
const bus = useBus();
const queue = useQueue();
const log = useLog();
const firm = useFirm(table);

/** Makes the bus refuse the entries at these positions. */
const rejectEntries = (positions: readonly number[]) =>
  bus.refuse((position) => (positions.includes(position) ? "ThrottlingException" : undefined));

const created = (sequenceNumber: number) => createdLead(firm.firmId, sequenceNumber);

/** Emits three events. */
const changed = (sequenceNumber: number) => {
  const lead = newLead();
  const after = { ...lead, stage: "lost", assigneeId: firm.attorney.id, firstName: "Eve" };
  const [old, current] = [
    leadToItem(firm.firmId, lead, changeAt(1)),
    leadToItem(firm.firmId, after, changeAt(2)),
  ];
  return streamRecord(old, current, String(sequenceNumber));
};

const createdInAnotherFirm = async (sequenceNumber: number) =>
  createdLead((await newFirm(table)).firmId, sequenceNumber);

const many = (count: number) => Array.from({ length: count }, (_, index) => created(index + 1));
/** Returns the first record that the publisher asks for again, or null for none. */
const firstFailed = async (...records: DynamoDBRecord[]) => {
  const { batchItemFailures } = await handler(streamEvent(...records));
  expect(batchItemFailures.length).toBeLessThanOrEqual(1);
  const [failure] = batchItemFailures;
  return failure ? Number(failure.itemIdentifier) : null;
};

const unreadable = (sequenceNumber: number, broken: object = { revision: "four" }) => {
  const item = leadToItem(firm.firmId, newLead({ firstName: "Xanthippe" }), changeAt(1));
  const entries = Object.entries({ ...item, ...broken }).filter(([, value]) => value !== undefined);
  return streamRecord(null, Object.fromEntries(entries), String(sequenceNumber));
};

describe("after a transient failure, the publisher asks again for", () => {
  it("the first record whose entry the bus refused, and for all after it", async () => {
    rejectEntries([1, 12]);
    expect(await firstFailed(...many(14))).toBe(2);
    expect(log.join()).toMatch(/change_not_published(.*\n)*.*ThrottlingException/);
  });

  it("a record of which two of three events were refused", async () => {
    rejectEntries([3, 4]);
    expect(await firstFailed(created(1), changed(2), created(3))).toBe(2);
  });

  it("the first record that was not sent", async () => {
    rejectEntries([45]);
    expect(await firstFailed(...many(80))).toBe(46);
    expect(bus.entries()).toHaveLength(80);
    rejectEntries([45]);
    bus.client.resetHistory();
    expect(await firstFailed(...many(100))).toBe(46);
    expect(bus.entries()).toHaveLength(80);
  });

  it("all records when the bus is unreachable", async () => {
    bus.client.on(PutEventsCommand).rejects(sdkError("TimeoutError"));
    expect(await firstFailed(...many(12))).toBe(1);
  });

  it("the first record of a firm whose settings cannot be read", async () => {
    store.on(GetCommand).rejectsOnce(sdkError("ThrottlingException"));
    expect(await firstFailed(created(1), created(2))).toBe(1);
    expect(queue.sent).toEqual([]);
  });

  it("a record of a firm whose log cannot be written; those before it are published", async () => {
    const [first, other] = [created(1), await createdInAnotherFirm(2)];
    store.on(TransactWriteCommand).callsFake((input: TransactWriteCommandInput, client) => {
      if (!JSON.stringify(input).includes(firm.firmId)) throw sdkError("ThrottlingException");
      return passTransactionThrough(input, client);
    });
    expect(await firstFailed(first, other, created(3))).toBe(2);
    expect(bus.entries()).toHaveLength(1);
  });

  it("a record that could not go to the dead letters", async () => {
    queue.sqs.on(SendMessageCommand).rejects(sdkError("ServiceUnavailable"));
    expect(await firstFailed(created(1), unreadable(2), created(3))).toBe(2);
  });

  it("nothing for an empty batch", async () => {
    expect(await firstFailed()).toBe(null);
  });
});

const MALFORMED_FIRM = firmIdFromVerifiedSource("malformed");

describe("a record that can never be published", () => {
  beforeEach(async () => {
    const Item = { ...settingsKey(MALFORMED_FIRM), name: 4 };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  });

  it.each<[string, object]>([
    ["has a field of another type", { revision: "four" }],
    ["is of a firm whose settings are malformed", { pk: leadPartition(MALFORMED_FIRM) }],
    ["has an event that the bus does not accept", { data: { summary: "x".repeat(270_000) } }],
  ])("goes whole to the dead letters, once, without delaying the others: it %s", async (_, broken) => {
    const record = unreadable(2, broken);
    expect(await firstFailed(created(1), record, ...many(10))).toBe(null);
    expect(bus.entries()).toHaveLength(11);
    expect(queue.sent).toHaveLength(1);
    expect(JSON.parse(queue.sent[0]?.body ?? "").record).toEqual(JSON.parse(JSON.stringify(record)));
    const logged = log.filter((line) => line.includes("change_not_publishable")).join();
    expect(logged).toMatch(/sequenceNumber: '2'/);
    expect(logged).not.toMatch(/Xanthippe|ada@example\.com|Lovelace/);
  });

  it("goes to the dead letters when the bus refuses its event for good", async () => {
    bus.refuse(() => "MalformedDetail");
    expect(await firstFailed(created(1))).toBe(null);
    expect(queue.sent).toHaveLength(1);
  });

  it("goes to the dead letters once, although records before it are delivered again", async () => {
    rejectEntries([0]);
    expect(await firstFailed(created(1), unreadable(2))).toBe(1);
    expect(queue.sent).toEqual([]);
    rejectEntries([]);
    expect(await firstFailed(created(1), unreadable(2))).toBe(null);
    expect(queue.sent).toHaveLength(1);
  });

  it("is kept even with characters that the queue does not accept", async () => {
    await firstFailed(unreadable(1, { revision: "four", firstName: "\uFFFF" }));
    expect(queue.sent[0]?.body).not.toContain("\uFFFF");
    expect(queue.sent[0]?.body).toContain("\\uffff");
  });

  it.each(["EAI_AGAIN", "ExpiredTokenException", "AccessDeniedException"])(
    "does not include one whose settings could not be read because of %s",
    async (name) => {
      store.on(GetCommand).rejectsOnce(sdkError(name));
      expect(await firstFailed(created(1))).toBe(1);
      expect(queue.sent).toEqual([]);
    },
  );

  it("is kept by its keys when it does not fit into a message", async () => {
    const record = unreadable(2, { revision: "four", notes: "x".repeat(1_100_000) });
    expect(await firstFailed(record)).toBe(null);
    const { dynamodb } = JSON.parse(queue.sent[0]?.body ?? "").record;
    expect(dynamodb).toEqual({ SequenceNumber: "2" });
  });
});

const logged = async () => (await firm.send(listEvents)).body.data.length;

const parked = () => queue.sent.map(({ body }) => JSON.parse(body).record);

const leadIdOf = (record: DynamoDBRecord | undefined) => record?.dynamodb?.NewImage?.sk?.S ?? "";

/** A text above the limit of a DynamoDB item, 400 KB. */
const TOO_LARGE = "x".repeat(401 * 1024);

/** Makes the events of this record larger than the store accepts, and fails the write of the other's. */
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
  it("goes whole to the dead letters when the store refuses its events for good; others of its transaction are published", async () => {
    const records = many(5);
    enlargeEventsOf(records[2]);
    expect(await firstFailed(...records)).toBe(null);
    expect(parked()).toEqual([JSON.parse(JSON.stringify(records[2]))]);
    expect([bus.entries().length, await logged()]).toEqual([4, 4]);
    expect(log.join()).toMatch(/change_not_publishable/);
  });

  it("goes to the dead letters when the log is malformed, without delaying other firms", async () => {
    const other = await createdInAnotherFirm(2);
    await table.client.send(new PutCommand({ TableName: table.name, Item: openEventPageKey(firm.firmId) }));
    expect(await firstFailed(created(1), other, created(3))).toBe(null);
    expect([parked().length, bus.entries().length]).toEqual([2, 1]);
  });

  it.each(["AccessDeniedException", "ResourceNotFoundException", "UnrecognizedClientException"])(
    "is delivered again after %s, since that concerns every record",
    async (name) => {
      store.on(TransactWriteCommand).rejects(sdkError(name));
      expect(await firstFailed(created(1), created(2))).toBe(1);
      expect(queue.sent).toEqual([]);
      store.recover();
      expect(await firstFailed(created(1), created(2))).toBe(null);
      expect(parked()).toEqual([]);
    },
  );

  it("goes to the dead letters even before a transient failure, after which all records are delivered again", async () => {
    const records = many(4);
    enlargeEventsOf(records[1], { thenFail: records[2] });
    expect(await firstFailed(...records)).toBe(3);
    expect([parked().length, bus.entries().length, await logged()]).toEqual([1, 1, 1]);
  });
});
