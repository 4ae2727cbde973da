import { beforeEach, expect, it } from "@jest/globals";
import { handler as create } from "../../../functions/conflicts/create-conflict-check.ts";
import { handler as decide } from "../../../functions/conflicts/decide-conflict-check.ts";
import { handler as book } from "../../../functions/consultations/book-consultation.ts";
import { handler as cancel } from "../../../functions/consultations/update-consultation.ts";
import { handler as publish } from "../../../functions/events/publish-events.consumer.ts";
import { handler as get } from "../../../functions/leads/get-lead.ts";
import { handler as change } from "../../../functions/leads/update-lead.ts";
import { conflictCheckKey, leadKey } from "../../../shared/table/record-keys.ts";
import { setGate } from "../../support/conflict-gate.ts";
import { useBus } from "../../support/event-bus.ts";
import { newMember } from "../../support/firms.ts";
import { readItem } from "../../support/read-item.ts";
import { spoilRecord } from "../../support/spoil-record.ts";
import { recordStoreTrips } from "../../support/store-trips.ts";
import { streamEvent, streamRecord } from "../../support/stream-events.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { useQueue } from "../../support/use-queue.ts";

const table = useTable();
const bus = useBus();
const queue = useQueue();
const firm = useFirm(table);
beforeEach(() => setGate(table, firm.firmId, { required: "none" }));

const PARTIES = [{ role: "adverse", name: "Acme Inc." }];
const stored = (id: string) => readItem(table, leadKey(firm.firmId, id));

/** Makes a request, and returns the stream's record of what it changed of the lead. */
const changeBy = async (id: string, request: () => Promise<{ status: number }>) => {
  const before = await stored(id);
  expect([200, 201]).toContain((await request()).status);
  return streamRecord(before ?? null, (await stored(id)) ?? null);
};

/** Publishes a change, and returns its events. */
const eventsOf = async (record: ReturnType<typeof streamRecord>) => {
  const before = bus.details().length;
  expect((await publish(streamEvent(record))).batchItemFailures).toEqual([]);
  return bus.details().slice(before);
};

const meeting = (lead_id: string, hour: number) => ({
  ...{ lead_id, attorney_id: firm.attorney.id, type: "Initial", duration_min: 30 },
  start_at: new Date(Date.UTC(2055, 2, 3, hour)).toISOString(),
});

it("a check, a decision and what ends it are events with the check and the open consultations, and no name of a party", async () => {
  const { id } = await firm.putLead({ stage: "qualified" });
  const attorney = await firm.addMember(newMember());
  const [open, canceled] = await Promise.all(
    [14, 16].map(async (hour) => (await firm.send(book, { body: meeting(id, hour) })).body.id),
  );
  await firm.send(cancel, { params: { id: canceled }, body: { status: "canceled" } });
  await firm.send(change, { params: { id }, body: { parties: PARTIES } });
  const check = await changeBy(id, () => firm.send(create, { params: { id } }));
  const [checked] = await eventsOf(check);
  const checkId = Object(checked?.data).conflict.check_id;
  const body = { decision: "cleared", member_id: attorney.id, reason: "Nobody matches" };
  const decision = await changeBy(id, () => firm.send(decide, { params: { id, checkId }, body }));
  const patch = await changeBy(id, () => firm.send(change, { params: { id }, body: { parties: [] } }));
  const events = [checked, ...(await eventsOf(decision)), ...(await eventsOf(patch))];
  const beside = { check: { id: checkId, result: "no_match", matches: 0 }, consultation_ids: [open] };
  const { parties: _, ...lead } = (await firm.send(get, { params: { id } })).body;
  expect(events).toMatchObject([
    { type: "lead.conflict_checked", ...beside, previous: { conflict: { state: "unchecked" } } },
    { type: "lead.conflict_decided", ...beside, previous: { conflict: { state: "no_match" } } },
    { type: "lead.updated", data: lead },
    { type: "lead.conflict_lapsed", ...beside, data: lead, previous: { conflict: { state: "cleared" } } },
  ]);
  expect(events[2]).not.toHaveProperty("check");
  expect(JSON.stringify(events)).not.toMatch(/acme|parties|nobody matches/i);
});

it("a check that is gone or malformed holds no event back", async () => {
  const { id } = await firm.putLead({});
  const record = await changeBy(id, () => firm.send(create, { params: { id } }));
  const item = await stored(id);
  const { checkId } = Object(item?.conflict);
  await spoilRecord(table, conflictCheckKey(firm.firmId, id, checkId), "matches");
  expect(await eventsOf(record)).toMatchObject([{ type: "lead.conflict_checked", check: null }]);
  expect(queue.sent).toEqual([]);
});

it("no other event of a lead costs more reads, and without a gate no index of conflicts does", async () => {
  await firm.renew();
  const { id } = await firm.putLead({});
  const record = await changeBy(id, () => firm.send(change, { params: { id }, body: { parties: PARTIES } }));
  await eventsOf(record);
  const trips = await recordStoreTrips(() => publish(streamEvent(record)));
  expect(trips.flat().filter((call) => call === "Get" || call === "Query")).toEqual([]);
});
