import { expect, it } from "@jest/globals";
import { handler as listEvents } from "../../functions/events/list-events.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { eventToItem } from "../../shared/events/event-item.store.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { leaveTraces, PERSON, personalItems, useErasure } from "../support/erasure-fixture.ts";
import { logEvents, newEvent } from "../support/events.ts";
import { call } from "../support/http-call.ts";
import { deliver } from "../support/ingestion.ts";
import { putLead } from "../support/leads.ts";
import { putItems } from "../support/put-items.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { firm, erase } = useErasure(table);
const DAY = 24 * 3_600_000;

const agedEvent = (daysAgo: number, changes: Partial<EventResource>) =>
  newEvent({ id: newRecordId(Date.now() - daysAgo * DAY), ...changes });

const historyOf = async (lead: string): Promise<EventResource[]> =>
  (await call(listEvents, { key: firm.apiKey, query: { lead, limit: "100" } })).body.data;

const personalItemsOfFirm = async () =>
  (await personalItems(table)).filter((text) => text.includes(firm.firmId));

/** Merges a lead into this one, and logs old events of both and of a consultation, and some that name no lead. */
const leaveHistory = async (leadId: string) => {
  const { id: merged } = await putLead(table, firm.firmId, { archived: true, mergedInto: leadId });
  await putLead(table, firm.firmId, { id: leadId, ...PERSON, mergedLeadIds: [merged] });
  const previous = { email: "zeb.quux@former.example" };
  const about = (lead_id: string) => ({ id: newRecordId(Date.now()), lead_id, location: "Zebediah's" });
  const events = [
    agedEvent(900, { data: { id: leadId, first_name: PERSON.firstName }, previous }),
    agedEvent(400, { type: "consultation.booked", data: about(merged) }),
    agedEvent(38, { data: { id: merged, last_name: PERSON.lastName } }),
    agedEvent(31, { type: "consultation.booked", data: about(leadId) }),
  ];
  await logEvents(table, firm.firmId, events);
  const unnamed = [34, 2].map((daysAgo) => agedEvent(daysAgo, { data: { id: leadId, phone: PERSON.phone } }));
  await putItems(
    table,
    unnamed.map((event) =>
      eventToItem(firm.firmId, { id: event.id, number: 1, body: JSON.stringify(event) }),
    ),
  );
  return events;
};

it("an erasure empties the history of the person's leads, however old, and events that were stored without a lead", async () => {
  const leadId = await leaveTraces(table, firm);
  const events = await leaveHistory(leadId);
  const other = agedEvent(400, { data: { id: newRecordId(Date.now()), first_name: "Ada" } });
  await logEvents(table, firm.firmId, [other]);
  const rejected = await deliver(firm.source.secret, { name: "?", email: "zeb.quux@former.example" });
  expect(rejected.status).toBe(422);
  const counted = await erase(leadId, { dryRun: true });
  expect(counted).toMatchObject({ leads: 2, inbound_deliveries: 5 });
  expect(await erase(leadId)).toMatchObject({ leads: 2, inbound_deliveries: 5 });
  expect(await personalItemsOfFirm()).toEqual([]);
  const history = await historyOf(leadId);
  for (const { id } of events)
    expect(history).toContainEqual(expect.objectContaining({ id, previous: {}, data: expect.anything() }));
  expect((await erase(leadId, { dryRun: true })).events).toBe(0);
  expect(await call(listEvents, { key: firm.apiKey, query: { record: leadId } })).toHaveProperty(
    "status",
    200,
  );
});
