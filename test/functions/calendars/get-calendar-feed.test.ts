import { beforeEach, describe, expect, it } from "@jest/globals";
import ICAL from "ical.js";
import { handler as createLink } from "../../../functions/calendars/create-calendar-link.ts";
import { handler as getCalendar } from "../../../functions/calendars/get-calendar-feed.ts";
import { handler as archive } from "../../../functions/consultations/archive-consultation.ts";
import { handler as updateLead } from "../../../functions/leads/update-lead.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { createBookingFixture } from "../../support/consultations.ts";
import { eventPublisher, runErasure } from "../../support/erasure-fixture.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { deliver, GRACE } from "../../support/ingestion.ts";
import { createTestSource } from "../../support/sources.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable({ stream: true });
const { fixture, newAttorney, send, book, patch } = useBookingFixture(table);

const [HOUR, DAY] = [3_600_000, 86_400_000];
/** Noon of a day on which the tests happen. */
const NOW = Math.floor(Date.now() / DAY) * DAY + DAY / 2;

const at = (hours: number) => new Date(NOW + hours * HOUR).toISOString();

beforeEach(() => {
  fakeDate(NOW);
});

const newKey = async (names = false, id = fixture.attorney.id, key = fixture.key): Promise<string> => {
  const { body } = await call(createLink, { key, params: { id }, body: { names } });
  return String(body.url).replace(/^.*\?key=/, "");
};

const ask = (key: string, tag?: unknown) =>
  call(getCalendar, {
    query: { key },
    headers: tag === undefined ? {} : { "if-none-match": String(tag) },
  });

const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));

const events = async (key: string) => {
  const { status, body } = await ask(key);
  expect([status, body.error]).toEqual([200, undefined]);
  return eventsIn(body).map(({ uid, sequence, summary, location, startDate, component }) => ({
    uid,
    sequence,
    summary,
    location,
    start: startDate.toJSDate().toISOString(),
    status: component.getFirstPropertyValue("status"),
  }));
};

const booked = async (hours: number, changes: object = {}) => {
  const { status, body } = await book({ start_at: at(hours), duration_min: 60, ...changes });
  expect([status, body.error]).toEqual([201, undefined]);
  return body;
};

const starts = async (key: string) => (await events(key)).map(({ start }) => start);

describe("GET /api/calendar.ics", () => {
  it("shows when the attorney is busy, with the UID and the SEQUENCE of the calendar file", async () => {
    const { id } = await booked(24, { location: "Room 5" });
    const key = await newKey();
    const event = { uid: `${id}@intake`, summary: "Busy", location: null, status: "CONFIRMED" };
    expect(await events(key)).toEqual([{ ...event, sequence: 1, start: at(24) }]);
    await patch(id, { start_at: at(30) });
    expect(await events(key)).toEqual([{ ...event, sequence: 2, start: at(30) }]);
    const { headers } = await ask(key);
    expect(headers).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="calendar.ics"',
      "cache-control": "private, no-cache",
    });
  });

  it("shows with names what, with whom and where, and nothing of an erased lead", async () => {
    const params = { id: fixture.leadId };
    await send(updateLead, { params, body: { first_name: "Dana", last_name: "Müller; Doe" } });
    await booked(24, { location: "Room 5", type: "Initial" });
    const key = await newKey(true);
    const [event] = await events(key);
    expect(event).toMatchObject({ summary: "Initial, Dana Müller; Doe, Test Law", location: "Room 5" });
    const { headers } = await ask(key);
    const { firmId, leadId } = fixture;
    await runErasure(table, { firmId, leadId }, eventPublisher(table, [fixture]).publish);
    const after = await ask(key, headers.etag);
    expect(after.status).toBe(200);
    expect(after.body).not.toMatch(/Dana|Müller|Room/);
    Object.assign(fixture, await createBookingFixture(table));
  });

  it("shows starts from 30 days back to 366 days ahead, archived ones too", async () => {
    const inRange = [-30 * 24, -1, 0, 366 * 24];
    for (const hours of [-30 * 24 - 0.25, ...inRange, 366 * 24 + 1])
      await booked(hours, { duration_min: 15 });
    const { id } = await booked(5);
    await send(archive, { params: { id } });
    const other = await newAttorney();
    await booked(7, { attorney_id: other.id });
    expect(await starts(await newKey())).toEqual([-30 * 24, -1, 0, 5, 366 * 24].map(at));
    expect(await starts(await newKey(false, other.id))).toEqual([at(7)]);
  });

  it.each([false, true])("answers 304 until a consultation changes, with names: %j", async (names) => {
    const { id } = await booked(24);
    const key = await newKey(names);
    const { headers, body } = await ask(key);
    const { etag } = headers;
    expect(await ask(key, etag)).toMatchObject({
      status: 304,
      body: undefined,
      headers: { etag, "cache-control": "private, no-cache" },
    });
    expect((await ask(key, '"x"')).body).toBe(body);
    advanceDate(HOUR);
    expect((await ask(key, etag)).status).toBe(304);
    await patch(id, { start_at: at(30) });
    expect((await ask(key, etag)).status).toBe(200);
  });

  it("shows a lead's new name at the next poll with names, whether staff or a delivery changed it", async () => {
    const source = await createTestSource(fixture.key);
    const { body: delivery } = await deliver(source.secret);
    const { leadId } = delivery;
    await booked(24, { lead_id: leadId, type: "Initial" });
    const [named, busy] = [await newKey(true), await newKey()];
    const poll = async (tag?: unknown) => {
      const { status, headers, body } = await ask(named, tag);
      const [, name] = /^SUMMARY:Initial\\, (.*)\\,/m.exec(body ?? "") ?? [];
      return { status, name, tag: headers.etag };
    };
    const first = await poll();
    const { headers } = await ask(busy);
    await send(updateLead, { params: { id: leadId }, body: { first_name: "Rear Admiral" } });
    const second = await poll(first.tag);
    await deliver(source.secret, { ...GRACE, lastName: "Murray" });
    const third = await poll(second.tag);
    await send(updateLead, { params: { id: leadId }, body: { email: "g@example.com", last_name: "Murray" } });
    const fourth = await poll(third.tag);
    expect([first, second, third, fourth].map(({ status, name }) => [status, name])).toEqual([
      [200, "Grace Hopper"],
      [200, "Rear Admiral Hopper"],
      [200, "Rear Admiral Murray"],
      [304, undefined],
    ]);
    expect((await ask(busy, headers.etag)).status).toBe(304);
  });

  it("reads in one trip, and with names the leads in another one unless nothing has changed", async () => {
    await booked(24);
    const [busy, named] = [await newKey(), await newKey(true)];
    const calls = async (key: string, tag?: unknown) => {
      await ask(key);
      const sent = await recordStoreCalls(() => ask(key, tag));
      return sent.filter((name) => name !== "Update");
    };
    const QUERIES = ["Query", "Query"];
    expect(await calls(busy)).toEqual(QUERIES);
    expect(await calls(named, (await ask(named)).headers.etag)).toEqual(["Get", ...QUERIES]);
    expect(await calls(named)).toEqual(["Get", ...QUERIES, "Get"]);
  });
});
