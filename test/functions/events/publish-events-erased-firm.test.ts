import { EventBridgeClient, PutEventsCommand } from "@aws-sdk/client-eventbridge";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeEach, describe, expect, it } from "@jest/globals";
import { mockClient } from "aws-sdk-client-mock";
import { handler } from "../../../functions/events/publish-events.ts";
import { leadToItem } from "../../../shared/leads/lead-item.store.ts";
import type { FirmId } from "../../../shared/table/firm-id.ts";
import { settingsKey } from "../../../shared/table/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { changeAt } from "../../support/changes.ts";
import { newFirm } from "../../support/firms.ts";
import { newLead } from "../../support/leads.ts";
import { scanItems } from "../../support/scan-table.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";
import { captureQueue } from "../../support/webhooks.ts";

const table = useTable();
const eventBridge = mockClient(EventBridgeClient);

let erased: FirmId;
let other: FirmId;
let queue: ReturnType<typeof captureQueue>;
beforeEach(async () => {
  captureLog();
  queue = captureQueue();
  eventBridge.reset();
  eventBridge.on(PutEventsCommand).resolves({ Entries: [{ EventId: "1" }] });
  erased = (await newFirm(table)).firmId;
  other = (await newFirm(table)).firmId;
  await table.client.send(new DeleteCommand({ TableName: table.name, Key: settingsKey(erased) }));
});

const created = (firmId: FirmId, sequenceNumber: number, changes: object = {}) => {
  const item = { ...leadToItem(firmId, newLead(), changeAt(Date.now())), ...changes };
  return streamRecord(null, item, String(sequenceNumber));
};

describe("a change of a firm that was erased before it was published", () => {
  it.each<[string, object]>([
    ["is well-formed", {}],
    ["can never be published", { revision: "four" }],
    ["has an event that the bus does not accept", { data: { summary: "x".repeat(270_000) } }],
  ])("is dropped, and holds up no other firm's, when it %s", async (_, changes) => {
    const records = [created(erased, 1, changes), created(other, 2)];
    expect(await handler(streamEvent(...records))).toEqual({ batchItemFailures: [] });
    expect(queue.sent).toEqual([]);
    const entries = eventBridge.commandCalls(PutEventsCommand).flatMap(({ args }) => args[0].input.Entries);
    expect(entries.map((entry) => JSON.parse(entry?.Detail ?? "").firm_id)).toEqual([other]);
    const events = (await scanItems(table)).filter(({ pk }) => pk === `FIRM#${erased}#EVENT`);
    expect(events).toEqual([]);
  });
});
