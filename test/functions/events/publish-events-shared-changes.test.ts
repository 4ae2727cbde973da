import { beforeEach, describe, expect, it } from "@jest/globals";
import type { DynamoDBRecord } from "aws-lambda";
import { handler as publish } from "../../../functions/events/publish-events.consumer.ts";
import { handler as updateFirm } from "../../../functions/settings/update-firm.ts";
import { eventsAfter } from "../../../shared/events/event-log.store.ts";
import { moveStrayLeads } from "../../../shared/firm/move-stray-leads.ts";
import { leadToItem } from "../../../shared/leads/lead.store.ts";
import { runInvocation } from "../../../shared/runtime/log.ts";
import { firmFields } from "../../../shared/settings/firm-fields.contract.ts";
import type { Item } from "../../../shared/table/record-keys.ts";
import { captureLog } from "../../support/capture-log.ts";
import { changeAt } from "../../support/changes.ts";
import { useBus } from "../../support/event-bus.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { newLead } from "../../support/leads.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";

const table = useTable();
const bus = useBus();
const firm = useFirm(table);

beforeEach(() => {
  captureLog();
});

/** Returns the stream records of three leads that the sweep moves out of a removed stage by one change. */
const strayLeads = async (): Promise<DynamoDBRecord[]> => {
  const stages = firmFields.initial.stages.slice(1);
  expect((await firm.send(updateFirm, { body: { stages } })).status).toBe(200);
  const leads = [1, 2, 3].map(() => firm.putLead({ stage: "new" }));
  const ids = (await Promise.all(leads)).map(({ id }) => id);
  const items = () => Promise.all(ids.map(async (id) => (await firm.storedLead(id)) ?? null));
  const before = await items();
  await runInvocation({ function: "sweep-deliveries" }, () =>
    moveStrayLeads({ table, now: () => Date.now() + 61_000 }),
  );
  const after = await items();
  return before.map((item, index) => streamRecord(item, after[index] ?? null, String(index + 1)));
};

const OLD_CHANGE = "01994f2c-7d00-7b1a-8e55-3f0c9a6d1e42";
const NOW = Date.parse("2025-09-16T12:00:00.000Z");

/** Returns a new lead as earlier releases stored it, with the id of the change itself on its record. */
const oldRecord = (sequenceNumber: string): DynamoDBRecord => {
  const lead = newLead({ email: "grace@example.com" });
  const item: Item = { ...leadToItem(firm.firmId, lead, changeAt(NOW)), changeId: OLD_CHANGE };
  return streamRecord(null, item, sequenceNumber);
};

const published = async (...records: DynamoDBRecord[]) => {
  expect(await publish(streamEvent(...records))).toEqual({ batchItemFailures: [] });
  return bus.details().map(({ id, type, data }) => ({ id, type, lead: data.id }));
};

const logged = async () => {
  const all = { limit: 100, matches: () => true, nowMilliseconds: Date.now() };
  const { events } = await eventsAfter(table, firm.firmId, 0, all);
  return events.map(({ id, type, data }) => ({ id, type, lead: data.id }));
};

describe("a change of several records", () => {
  it("emits an event for each lead that the sweep moves, once however often the batch is read", async () => {
    const records = await strayLeads();
    const events = await published(...records);
    expect(events.map(({ type }) => type)).toEqual(Array(3).fill("lead.status_changed"));
    expect(new Set(events.map(({ lead }) => lead)).size).toBe(3);
    expect(await logged()).toEqual(events);
    expect(await published(...records)).toEqual([...events, ...events]);
    expect(await logged()).toEqual(events);
  });
});

describe("a change that an earlier release stored", () => {
  it("keeps the id of its event when it is read again a day later, also beside others", async () => {
    fakeDate(NOW);
    const old = oldRecord("9");
    const [event, ...others] = await published(old);
    expect(others).toEqual([]);
    expect(event?.id).toBe("01994f2c-7d00-70a7-9337-2b1e15a317fb");
    advanceDate(24 * 3_600_000);
    const stray = await strayLeads();
    const again = await published(old, ...stray);
    expect(again.slice(1, 2)).toEqual([event]);
    expect(again).toHaveLength(5);
    expect(await logged()).toEqual([event, ...again.slice(2)]);
  });
});
