import { describe, expect, it } from "@jest/globals";
import { handler as getEvent } from "../../../functions/events/get-event.ts";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import type { EventResource } from "../../../shared/events/event.contract.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { putLead } from "../../support/leads.ts";
import { putItems } from "../../support/put-items.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";
import { walkEvents } from "../../support/walk-events.ts";

const table = useTable();
const firm = useFirm(table);
const DAY = 24 * 3_600_000;

const list = (query: Record<string, string> = {}, key = firm.apiKey) => call(listEvents, { key, query });
const ids = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id);
const idsOf = async (query: Record<string, string>, key = firm.apiKey) =>
  ids((await list(query, key)).body.data);

/** Logs an event of some days ago, among many of other leads. */
const logAged = async (daysAgo: number, event: Partial<EventResource>) => {
  const aged = newEvent({ id: newRecordId(Date.now() - daysAgo * DAY), ...event });
  await logEvents(table, firm.firmId, [newEvent(), aged, newEvent()]);
  return aged;
};

/** Stores a lead with another merged into it, whose consultation moved, and an event of each, the oldest first. */
const mergedLeads = async () => {
  const other = await putLead(table, firm.firmId);
  const lead = await putLead(table, firm.firmId, { mergedLeadIds: [other.id] });
  await putLead(table, firm.firmId, { ...other, archived: true, mergedInto: lead.id });
  const consultation = newConsultation({ leadId: lead.id });
  await putItems(table, bookedItems(firm.firmId, [consultation]));
  const [type, data] = ["consultation.booked", { id: consultation.id }];
  const events = [
    await logAged(900, { data: { id: lead.id } }),
    await logAged(800, { type, data: { ...data, lead_id: other.id } }),
    await logAged(400, { type: "lead.updated", data: { id: other.id } }),
    await logAged(31, { type: "consultation.updated", data: { ...data, lead_id: lead.id } }),
    await logAged(0, { type: "lead.merged", data: { id: lead.id }, merged_from: other.id }),
  ];
  return {
    lead: lead.id,
    other: other.id,
    consultation: consultation.id,
    newestFirst: ids(events).reverse(),
  };
};

describe("the history of a lead", () => {
  it("has the events of the lead, of leads merged into it and of their consultations, however old", async () => {
    const { lead, other, newestFirst } = await mergedLeads();
    const [, , updated, booked] = newestFirst;
    expect(await idsOf({ lead: ` ${lead.toUpperCase()}` })).toEqual(newestFirst);
    expect(await idsOf({ lead: other })).toEqual([updated, booked]);
    expect(await idsOf({ lead, type: "consultation.booked" })).toEqual([booked]);
    const [{ actor }] = (await list({ lead })).body.data;
    expect(await idsOf({ lead, actor: actor.id })).toEqual(newestFirst.slice(0, 1));
  });

  it("comes in full pages, each event once, without those that are appended meanwhile", async () => {
    const { lead, newestFirst } = await mergedLeads();
    let page = (await list({ lead, limit: "1" })).body;
    const pages = [ids(page.data)];
    const { latest } = page;
    const late = await logAged(29, { data: { id: lead } });
    while (page.next_cursor !== null) {
      page = (await list({ lead, limit: "2", cursor: page.next_cursor })).body;
      pages.push(ids(page.data));
    }
    expect(pages.map(({ length }) => length)).toEqual([1, 2, 2]);
    expect(pages.flat()).toEqual(newestFirst);
    expect(ids((await walkEvents(firm.apiKey, latest)).events)).toContain(late.id);
  });

  it("is empty for an id of no lead, and of another firm's lead", async () => {
    const { lead } = await mergedLeads();
    const other = await newFirm(table);
    for (const [id, key] of [
      [newRecordId(Date.now()), firm.apiKey],
      ["x", firm.apiKey],
      [lead, other.apiKey],
    ] as const)
      expect((await list({ lead: id }, key)).body).toMatchObject({ data: [], next_cursor: null });
  });

  it("refuses a filter by record or a position beside it, and the cursor of another history", async () => {
    const { lead, other } = await mergedLeads();
    const { latest, next_cursor: cursor } = (await list({ lead, limit: "1" })).body;
    for (const beside of [{ record: lead }, { after: latest }])
      expect(violationFields(await list({ lead, ...Object(beside), type: "x" }))).toEqual(["type", "lead"]);
    const others: Record<string, string>[] = [
      { lead: other },
      { lead, type: "lead.updated" },
      { record: lead },
      {},
    ];
    for (const query of others) expect(violationFields(await list({ ...query, cursor }))).toEqual(["cursor"]);
    expect((await list({ lead, record: " " })).status).toBe(200);
  });

  it("costs two round trips, and one where there is no lead", async () => {
    const { lead, other } = await mergedLeads();
    expect(await recordStoreCalls(() => list({ lead: other }))).toEqual(["BatchGet", "Query"]);
    expect(await recordStoreCalls(() => list({ lead }))).toEqual(["BatchGet", "Query", "Query"]);
    const nobody = newRecordId(Date.now());
    expect(await recordStoreCalls(() => list({ lead: nobody }))).toEqual(["BatchGet"]);
    expect(await recordStoreCalls(() => list({ lead: "x" }))).toEqual(["Get"]);
  });
});

describe("the events of a record", () => {
  it("are those in the histories of its lead, however old, where it has one", async () => {
    const { lead, other, consultation, newestFirst } = await mergedLeads();
    const [merged, moved, updated, booked, created] = newestFirst;
    expect(await idsOf({ record: lead })).toEqual([merged, created]);
    expect(await idsOf({ record: other })).toEqual([updated]);
    expect(await idsOf({ record: consultation })).toEqual([moved, booked]);
  });

  it("are those of the log where it has no lead", async () => {
    const attorney = newRecordId(Date.now());
    const stale = { type: "calendar.stale", data: { attorney_id: attorney } };
    const events = [await logAged(31, stale), await logAged(29, stale)];
    expect(await idsOf({ record: attorney })).toEqual(ids(events.slice(1)));
  });
});

describe("an event older than 30 days", () => {
  const get = async (id: string) => (await call(getEvent, { key: firm.apiKey, params: { id } })).status;

  it("is found by its id in the history of a lead alone, where neither list nor walk of the log has it", async () => {
    const start = (await list()).body.latest;
    const kept = await logAged(31, { data: { id: newRecordId(Date.now()) } });
    const expired = await logAged(31, { type: "calendar.stale", data: { attorney_id: firm.attorney.id } });
    expect([await get(kept.id), await get(expired.id)]).toEqual([200, 404]);
    const shown = [...(await list()).body.data, ...(await walkEvents(firm.apiKey, start)).events];
    expect(shown).toHaveLength(8);
    for (const { id } of [kept, expired]) expect(ids(shown)).not.toContain(id);
  });

  it("costs the list of the log nothing, and ends a list whose cursor was left for too long", async () => {
    for (const daysAgo of [31, 60, 400, 29]) await logAged(daysAgo, {});
    const { data, next_cursor: cursor } = (await list({ limit: "8" })).body;
    expect([data.length, await recordStoreCalls(() => list())]).toEqual([8, ["Get", "Query"]]);
    advanceDate(31 * DAY);
    expect((await list({ limit: "8", cursor })).body).toMatchObject({ data: [], next_cursor: null });
  });
});
