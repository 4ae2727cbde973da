import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it, jest } from "@jest/globals";
import { handler as getEvent } from "../../../functions/events/get-event.ts";
import { handler as listEvents } from "../../../functions/events/list-events.ts";
import type { EventResource } from "../../../shared/events/event.contract.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { eventLogPartition, eventPartition } from "../../../shared/table/record-keys.ts";
import { logEvents, newEvent } from "../../support/events.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { newFirm } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { readPartition } from "../../support/leads.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { useFirm } from "../../support/use-firm.ts";
import { violationFields } from "../../support/violation-fields.ts";
import { walkEvents } from "../../support/walk-events.ts";

const table = useTable();
const DAY = 24 * 3_600_000;

const firm = useFirm(table);

const list = (query: Record<string, string> = {}, key = firm.apiKey) => call(listEvents, { key, query });
const get = (id: string, key = firm.apiKey) => call(getEvent, { key, params: { id } });

/** Appends events one after the other and returns them. */
const logged = async (...changes: Partial<EventResource>[]) => {
  const events = changes.map((change) => newEvent(change));
  for (const event of events) await logEvents(table, firm.firmId, [event]);
  return events;
};

/** Deletes the events and full pages of the log that the store deletes after 30 days, in no order. */
const deleteLog = async (isDeleted = (_sk: string) => true) => {
  for (const pk of [eventPartition(firm.firmId), eventLogPartition(firm.firmId)]) {
    const items = await readPartition(table, pk);
    for (const { sk } of items.filter(({ sk }) => sk !== "OPEN" && isDeleted(String(sk))))
      await table.client.send(new DeleteCommand({ TableName: table.name, Key: { pk, sk } }));
  }
};

const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

const walk = (after: string, query?: Record<string, string>) => walkEvents(firm.apiKey, after, query);

describe("an event", () => {
  it("is returned as it was appended", async () => {
    const [event] = await logged({});
    expect(await get(event?.id ?? "")).toMatchObject({ status: 200, body: event });
    expect((await list()).body).toEqual({ data: [event], next_cursor: null, latest: expect.any(String) });
  });

  it("of no lead is gone after 30 days, whether or not the store has deleted it", async () => {
    const [event] = await logged({ type: "calendar.stale", data: { attorney_id: newRecordId(Date.now()) } });
    const { latest } = await walk((await list({ limit: "1" })).body.latest);
    advanceDate(30 * DAY - 60_000);
    expect((await get(event?.id ?? "")).status).toBe(200);
    advanceDate(120_000);
    expect((await get(event?.id ?? "")).status).toBe(404);
    expect((await list()).body.data).toEqual([]);
    expect((await walk(latest)).events).toEqual([]);
  });
});

describe("the list", () => {
  it("is newest first, in pages", async () => {
    const events = await logged(...Array.from({ length: 7 }, () => ({})));
    const first = await list({ limit: "3" });
    const second = await list({ limit: "3", cursor: first.body.next_cursor });
    const third = await list({ limit: "3", cursor: second.body.next_cursor });
    const sorted = ids(events).sort().reverse();
    expect(ids([first, second, third].flatMap(({ body }) => body.data))).toEqual(sorted);
    expect(third.body.next_cursor).toBe(null);
  });

  it("leaves out events that are appended while it is read: they come after `latest`", async () => {
    const events = await logged({}, {}, {});
    const first = await list({ limit: "2" });
    const [late] = await logged({ id: newRecordId(Date.now() - DAY) });
    const second = await list({ limit: "2", cursor: first.body.next_cursor });
    expect(ids([...first.body.data, ...second.body.data]).sort()).toEqual(ids(events).sort());
    expect(second.body.latest).toBe(first.body.latest);
    expect(ids((await walk(second.body.latest)).events)).toEqual([late?.id]);
  });

  it("filters, also forward, and reads no event when none can match", async () => {
    const start = (await list()).body.latest;
    const wanted = newEvent({ type: "lead.archived" });
    await logged({}, wanted, {});
    const record = String(wanted.data.id).toUpperCase();
    expect(ids((await list({ record })).body.data)).toEqual([wanted.id]);
    expect(ids((await walk(start, { record })).events)).toEqual([wanted.id]);
    const calls = await recordStoreCalls(async () => {
      expect((await list({ record: "x" })).body).toMatchObject({ data: [], next_cursor: null });
    });
    expect(calls).toEqual(["Get"]);
  });

  it("costs two round trips, also forward, and a single event costs one", async () => {
    const [event] = await logged({}, {});
    const { latest } = (await list()).body;
    expect(await recordStoreCalls(() => list())).toEqual(["Get", "Query"]);
    await logged({}, {});
    expect(await recordStoreCalls(() => list({ after: latest }))).toEqual(["Query", "BatchGet"]);
    expect(await recordStoreCalls(() => get(event?.id ?? ""))).toEqual(["Get"]);
  });
});

describe("walking forward", () => {
  it("shows every event after `latest` once, oldest first, in pages", async () => {
    await logged({}, {});
    const { latest } = (await list()).body;
    expect((await walk(latest)).events).toEqual([]);
    const events = await logged(...Array.from({ length: 5 }, () => ({})));
    const batch = Array.from({ length: 60 }, () => newEvent());
    await logEvents(table, firm.firmId, batch);
    const walked = await walk(latest, { limit: "7" });
    expect(ids(walked.events)).toEqual(ids([...events, ...batch]));
    expect((await walk(walked.latest)).events).toEqual([]);
  });

  it("begins before the first event with the `latest` of an empty log", async () => {
    const { latest } = (await list()).body;
    const events = await logged({}, {});
    expect(ids((await walk(latest)).events)).toEqual(ids(events));
  });

  it("shows an event that was appended later although it is older", async () => {
    await logged({});
    const { latest } = (await list()).body;
    const old = newEvent({ id: newRecordId(Date.now() - DAY) });
    await logEvents(table, firm.firmId, [old]);
    expect(ids((await walk(latest)).events)).toEqual([old.id]);
  });

  it("shows an event once that was appended twice", async () => {
    const { latest } = (await list()).body;
    const [event, other] = [newEvent(), newEvent()];
    await logEvents(table, firm.firmId, [event]);
    await logEvents(table, firm.firmId, [event, other]);
    await logEvents(table, firm.firmId, [other, event]);
    expect(ids((await walk(latest)).events)).toEqual(ids([event, other]));
    expect((await list()).body.data).toHaveLength(2);
  });

  it("ends with no next_cursor exactly when nothing follows", async () => {
    const { latest } = (await list()).body;
    await logged({}, {}, {});
    expect((await list({ after: latest, limit: "3" })).body.next_cursor).toBe(null);
    expect((await list({ after: latest, limit: "2" })).body.next_cursor).not.toBe(null);
  });

  it.each<[string, (sk: string) => boolean]>([
    ["the whole log", () => true],
    ["a later page of the log, but no earlier one,", (sk) => !sk.endsWith("25")],
    ["an earlier page of the log, but no later one,", (sk) => !sk.endsWith("50")],
  ])("goes on after a pause in which %s was deleted", async (_, isDeleted) => {
    const { latest: start } = (await list()).body;
    await logEvents(
      table,
      firm.firmId,
      Array.from({ length: 60 }, () => newEvent()),
    );
    const { latest } = (await list()).body;
    advanceDate(40 * DAY);
    await deleteLog(isDeleted);
    jest.resetModules();
    const fresh = await import("../../support/events.ts");
    const events = [newEvent(), newEvent()];
    for (const event of events) await fresh.logEvents(table, firm.firmId, [event]);
    expect(ids((await walk(latest)).events)).toEqual(ids(events));
    expect(ids((await walk(start)).events)).toEqual(ids(events));
    expect((await list()).body.data).toHaveLength(2);
  });

  it("ends an answer at about one megabyte", async () => {
    const { latest } = (await list()).body;
    const events = Array.from({ length: 30 }, () =>
      newEvent({ data: { id: "1", text: "x".repeat(100_000) } }),
    );
    await logEvents(table, firm.firmId, events);
    const { body } = await list({ after: latest });
    expect(body.data).toHaveLength(11);
    expect(body.next_cursor).toEqual(expect.any(String));
    expect(ids((await walk(latest)).events)).toEqual(ids(events));
    expect((await list()).body.data).toHaveLength(11);
  });

  it.each(["nonsense", "AAAA"])("refuses the position %j", async (after) => {
    expect(violationFields(await list({ after }))).toEqual(["after"]);
    const { latest } = (await list()).body;
    expect(violationFields(await list({ after: latest, cursor: after }))).toEqual(["cursor"]);
    expect(violationFields(await list({ cursor: after }))).toEqual(["cursor"]);
  });

  it("refuses the cursor of other filters, and of the log", async () => {
    const { latest } = (await list()).body;
    await logged({}, {}, {});
    const { next_cursor: cursor, latest: position } = (await list({ after: latest, limit: "1" })).body;
    expect(violationFields(await list({ after: latest, cursor, type: "lead.archived" }))).toEqual(["cursor"]);
    expect(violationFields(await list({ after: latest, cursor: position }))).toEqual(["cursor"]);
    expect(violationFields(await list({ after: position, cursor }))).toEqual(["cursor"]);
    expect((await list({ after: position })).body.data).toHaveLength(2);
    expect((await list({ after: latest, cursor })).body.data).toHaveLength(2);
  });

  it("refuses another firm's position", async () => {
    await logged({});
    const other = await newFirm(table);
    const { latest } = (await list({}, other.apiKey)).body;
    expect(violationFields(await list({ after: latest }))).toEqual(["after"]);
  });
});
