import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/events/publish-events.consumer.ts";
import { lead as leadSchema } from "../../../shared/leads/lead.contract.ts";
import type { Lead } from "../../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { firmFields } from "../../../shared/settings/firm-fields.contract.ts";
import { settingsKey } from "../../../shared/table/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { changeAt } from "../../support/changes.ts";
import { useBus } from "../../support/event-bus.ts";
import { newFirm } from "../../support/firms.ts";
import { newLead } from "../../support/leads.ts";
import { scanItems } from "../../support/scan-table.ts";
import { changeSetting } from "../../support/settings.ts";
import { createdLead, streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { captureQueue } from "../../support/webhooks.ts";

const table = useTable();
const bus = useBus();
const lead = newLead({ data: { summary: "Fell", value: 1 }, revision: 4 });
const [FIRST, SECOND] = [newRecordId(1_764_000_000_000), newRecordId(1_764_000_060_000)];
const firm = useFirm(table, beforeAll);

const item = (changes: Partial<Lead> = {}, changeId = FIRST) =>
  leadToItem(firm.firmId, { ...lead, ...changes }, { ...changeAt(1), id: changeId });
const changed = (changes: Partial<Lead>, from: Partial<Lead> = {}) =>
  streamRecord(item(from), item({ ...from, ...changes, revision: 5 }, SECOND));

const published = async (...records: Parameters<typeof streamEvent>) => {
  expect(await handler(streamEvent(...records))).toEqual({ batchItemFailures: [] });
  return bus.entries();
};
const details = async (...records: Parameters<typeof streamEvent>) =>
  (await published(...records)).map(({ Detail = "" }) => JSON.parse(Detail));

describe("the publisher of the table's stream", () => {
  it("names a stage that was added after it read the firm's settings", async () => {
    await published(streamRecord(null, item({ revision: 1 })));
    await changeSetting(table, firm.firmId, "stages", [
      ...firmFields.initial.stages,
      { key: "extra", name: "Extra", terminal: false },
    ]);
    const [event] = (await details(changed({ stage: "extra" }))).slice(-1);
    expect(event.data.status).toEqual({ key: "extra", name: "Extra" });
  });

  it("puts an event with source, type, time and detail on the bus", async () => {
    const [entry, ...others] = await published(streamRecord(null, item({ revision: 1 })));
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      EventBusName: "test-bus",
      Source: "intake",
      DetailType: "lead.created",
      Time: new Date(1_764_000_000_000),
    });
    const detail = JSON.parse(entry?.Detail ?? "");
    expect(detail).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "lead.created",
      created_at: new Date(1_764_000_000_000).toISOString(),
      sequence: 1,
      data: expect.objectContaining({ id: lead.id, status: { key: "new", name: "New" }, data: lead.data }),
      previous: {},
      actor: { type: "api_key", id: "test-key" },
      firm_id: firm.firmId,
    });
    expect(leadSchema().parse(detail.data)).toEqual(detail.data);
  });
});

describe("a change of a firm that was erased before it was published", () => {
  it.each<[string, object]>([
    ["is well-formed", {}],
    ["can never be published", { revision: "four" }],
    ["has an event that the bus does not accept", { data: { summary: "x".repeat(270_000) } }],
  ])("is dropped, and does not delay other firms' changes, when it %s", async (_, changes) => {
    captureLog();
    const queue = captureQueue();
    const { firmId: erased } = await newFirm(table);
    await table.client.send(new DeleteCommand({ TableName: table.name, Key: settingsKey(erased) }));
    const records = [createdLead(erased, 1, changes), createdLead(firm.firmId, 2)];
    expect(await handler(streamEvent(...records))).toEqual({ batchItemFailures: [] });
    expect(queue.sent).toEqual([]);
    expect(bus.details().map(({ firm_id }) => firm_id)).toEqual([firm.firmId]);
    const events = (await scanItems(table)).filter(({ pk }) => pk === `FIRM#${erased}#EVENT`);
    expect(events).toEqual([]);
  });
});
