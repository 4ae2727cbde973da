import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { GetCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { handler } from "../../../functions/events/publish-events.ts";
import { leadToItem } from "../../../shared/storage/leads/lead-item.ts";
import { memberKey } from "../../../shared/storage/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { changeAt } from "../../support/changes.ts";
import { newFirm } from "../../support/firms.ts";
import { newLead } from "../../support/leads.ts";
import { sdkError, useFaultyStore } from "../../support/store-faults.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const store = useFaultyStore();
const eventBridge = mockClient(EventBridgeClient);
let firm: Awaited<ReturnType<typeof newFirm>>;
let log: string[];
beforeEach(async () => {
  firm = await newFirm(table);
  log = captureLog();
  eventBridge.reset();
  rejectEntries([]);
});

/** Makes the bus reject the entries at these positions. */
const rejectEntries = (positions: readonly number[]) => {
  let seen = 0;
  eventBridge.on(PutEventsCommand).callsFake(({ Entries }: { Entries: unknown[] }) => {
    const responses = Entries.map(() =>
      positions.includes(seen++) ? { ErrorCode: "ThrottlingException" } : { EventId: "x" },
    );
    return { FailedEntryCount: responses.filter(({ EventId }) => !EventId).length, Entries: responses };
  });
};

const created = (sequenceNumber: number) =>
  streamRecord(null, leadToItem(firm.firmId, newLead(), changeAt(1)), String(sequenceNumber));

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

const many = (count: number) => Array.from({ length: count }, (_, index) => created(index + 1));
const failures = async (...records: Parameters<typeof streamEvent>) => {
  const { batchItemFailures } = await handler(streamEvent(...records));
  return batchItemFailures.map(({ itemIdentifier }) => Number(itemIdentifier));
};
const sentEntries = () =>
  eventBridge.commandCalls(PutEventsCommand).flatMap(({ args: [{ input }] }) => input.Entries ?? []);

describe("the publisher reports as failed", () => {
  it("exactly the records whose entries the bus rejected", async () => {
    rejectEntries([1, 12]);
    expect(await failures(...many(14))).toEqual([2, 13]);
    expect(sentEntries()).toHaveLength(14);
    expect(log.join()).toMatch(/events_not_published(.*\n)*.*ThrottlingException/);
  });

  it("a record only once when two of its three events were rejected", async () => {
    rejectEntries([1, 2]);
    expect(await failures(created(1), changed(2), created(3))).toEqual([2]);
  });

  it("all records when the bus is unreachable", async () => {
    eventBridge.on(PutEventsCommand).rejects(sdkError("TimeoutError"));
    expect(await failures(...many(12))).toEqual(many(12).map((_, index) => index + 1));
  });

  it("nothing for an empty batch", async () => {
    expect(await failures()).toEqual([]);
  });

  it.each<[string, object]>([
    ["with a field of another type", { revision: "four" }],
    ["without a field", { stage: undefined }],
    ["in an unknown listing", { listing: "hidden" }],
    ["of a kind that emits no events", { sk: "MEMBER#1", pk: memberKey("x" as never, "1").pk }],
  ])("an unreadable record %s, and publishes the others", async (_, broken) => {
    const item = leadToItem(firm.firmId, newLead({ firstName: "Xanthippe" }), changeAt(1));
    const entries = Object.entries({ ...item, ...broken }).filter(([, value]) => value !== undefined);
    const unreadable = streamRecord(null, Object.fromEntries(entries), "2");
    expect(await failures(created(1), unreadable, created(3))).toEqual([2]);
    expect(sentEntries()).toHaveLength(2);
    const logged = log.filter((line) => line.includes("change_not_readable")).join();
    expect(logged).toMatch(/sequenceNumber: '2'/);
    expect(logged).not.toMatch(/Xanthippe|ada@example\.com|Lovelace/);
  });

  it("a record when the settings of its firm cannot be read", async () => {
    store.on(GetCommand).rejectsOnce(sdkError("ThrottlingException"));
    expect(await failures(created(1), created(2))).toEqual([1]);
    expect(log.join()).toContain("change_not_readable");
  });
});
