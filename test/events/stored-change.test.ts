import { describe, expect, it } from "@jest/globals";
import { changeAttributes } from "../../shared/api/change.ts";
import { type Consultation, consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { consultationToItem } from "../../shared/consultations/consultation.store.ts";
import { parseStoredChange } from "../../shared/events/stored-change.store.ts";
import { type Lead, leadInEvents } from "../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import {
  attorneyCalendarsKey,
  conflictEntryKey,
  idempotencyKey,
  memberKey,
  settingsKey,
} from "../../shared/table/record-keys.ts";
import { newConsultation } from "../support/booked-consultations.ts";
import { changeAt } from "../support/changes.ts";
import { FIRM_ID, newSettings } from "../support/decisions.ts";
import { newLead } from "../support/leads.ts";
import { streamRecord } from "../support/stream-events.ts";

const settings = newSettings();
const change = changeAt(1);

const eventsOf = (record: ReturnType<typeof streamRecord>) =>
  parseStoredChange(record)?.eventsWith({
    settings,
    duplicates: [],
    activity: null,
    reminded: null,
    overlapped: [],
    check: null,
    openConsultationIds: [],
  }) ?? [];

const consultation = newConsultation({ amount: null, data: {} });
const itemOf = (changes: Partial<Consultation> = {}, of = change) =>
  consultationToItem(FIRM_ID, { ...consultation, ...changes }, of);
const final = (status: Consultation["status"]) => ({ status });

describe("a consultation emits", () => {
  it.each<[string, Partial<Consultation>, Partial<Consultation>, object]>([
    [
      "rescheduled",
      { status: "rescheduled", durationMinutes: 30 },
      {},
      { status: "scheduled", duration_min: 5 },
    ],
    [
      "rescheduled",
      { startAt: "2055-05-03T10:00:00.000Z", timeZone: "UTC" },
      { status: "rescheduled" },
      { start_at: consultation.startAt, time_zone: consultation.timeZone },
    ],
    [
      "rescheduled",
      { status: "rescheduled", durationMinutes: 30, location: "Room 6" },
      { location: "Room 5", archived: true },
      { status: "scheduled", duration_min: 5, location: "Room 5" },
    ],
    ["updated", { location: "Room 5" }, {}, { location: null }],
    ["updated", { paid: true, amount: 20 }, final("canceled"), { paid: false, amount: null }],
    ["updated", { archived: false }, { archived: true }, { archived: true }],
    ["archived", { archived: true }, {}, { archived: false }],
    ["canceled", final("canceled"), { status: "rescheduled" }, { status: "rescheduled" }],
    ["no_show", final("no-show"), {}, { status: "scheduled" }],
    [
      "completed",
      { status: "completed", outcome: "won", data: { fee: 150 } },
      {},
      { status: "scheduled", outcome: null, data: { fee: null } },
    ],
  ])("consultation.%s for %j of %j, with the previous values", (type, changes, from, previous) => {
    const record = streamRecord(itemOf(from), itemOf({ ...from, ...changes, revision: 2 }, changeAt(2)));
    expect(eventsOf(record)).toMatchObject([
      {
        type: `consultation.${type}`,
        sequence: 2,
        data: consultationResource({ ...consultation, ...from, ...changes, revision: 2 }),
      },
    ]);
    expect(eventsOf(record).map((event) => event.previous)).toEqual([previous]);
  });

  it("consultation.booked when it is new", () => {
    expect(eventsOf(streamRecord(null, itemOf()))).toMatchObject([
      { type: "consultation.booked", sequence: 1, data: consultationResource(consultation), previous: {} },
    ]);
  });
});

const lead = newLead({ data: { summary: "Fell", value: 1 }, revision: 4 });
const leadItem = (changes: Partial<Lead> = {}, of = change) =>
  leadToItem(FIRM_ID, { ...lead, ...changes }, of);
const changedLead = (changes: Partial<Lead>, from: Partial<Lead> = {}) =>
  streamRecord(leadItem(from), leadItem({ ...from, ...changes, revision: 5 }, changeAt(2)));

describe("a lead emits", () => {
  it.each<[Partial<Lead>, Partial<Lead>, string[], object]>([
    [{ archived: false }, { archived: true }, ["updated"], { archived: true }],
    [{ assigneeId: "0194f0a0-0000-7000-8000-000000000001" }, {}, ["assigned"], { assignee_id: null }],
    [
      { data: { summary: "Slipped", urgent: true } },
      {},
      ["updated"],
      { data: { summary: "Fell", value: 1, urgent: null } },
    ],
    [
      { stage: "lost", source: "x", lastActivityAt: "2026-11-20T00:00:00.000Z" },
      {},
      ["status_changed", "updated"],
      { status: { key: "new", name: "New" }, source: "website", last_activity_at: lead.lastActivityAt },
    ],
    [{ lastActivityAt: "2026-11-20T00:00:00.000Z" }, {}, [], {}],
  ])("for the change %j of %j: %j, with the previous values", (changes, from, types, previous) => {
    const events = eventsOf(changedLead(changes, from));
    const data = leadInEvents({ ...lead, ...from, ...changes, revision: 5 }, settings);
    expect(events).toMatchObject(types.map((type) => ({ type: `lead.${type}`, sequence: 5, data })));
    expect(events.map((event) => event.previous)).toEqual(types.map(() => previous));
  });
});

it("a lead's parties stand in no event, neither as they are nor as they were", () => {
  const [was, is] = ["Acme", "Globex"].map((name) => ({
    parties: [{ role: "adverse" as const, name, aliases: [], email: "", phone: "" }],
  }));
  const now = { ...is, lastActivityAt: "2055-03-02T12:00:00.000Z" };
  const events = eventsOf(changedLead(now, was));
  expect(events.map(({ type, previous }) => [type, previous])).toEqual([["lead.updated", {}]]);
  expect(JSON.stringify(events)).not.toMatch(/Acme|Globex|parties/);
});

const CLAIM = idempotencyKey(FIRM_ID, "create-lead", "k");
const lease = (windowUsed: number) => ({ pk: "KEY#x", sk: "KEY", windowUsed });

it("the calendars of an attorney emit an event for each that is newly stale, each with its own id", () => {
  const [asOf, staleAt] = ["2055-03-02T11:00:00.000Z", "2055-03-02T12:00:00.000Z"];
  const itemWith = (names: readonly string[], of = change) => ({
    ...{ ...attorneyCalendarsKey(FIRM_ID, "ann"), ...changeAttributes({ id: "ann" }, of), version: 3 },
    calendars: Object.fromEntries(
      ["a", "b", "c"].map((name) => [
        name,
        { asOf, staleAt, lastError: null, ...(names.includes(name) && { isAnnounced: true }) },
      ]),
    ),
  });
  const events = eventsOf(streamRecord(itemWith(["c"]), itemWith(["a", "b", "c"], changeAt(2))));
  expect(events).toMatchObject(
    ["a", "b"].map((calendar) => ({
      ...{ type: "calendar.stale", sequence: 3, previous: {} },
      data: { attorney_id: "ann", calendar, as_of: asOf, stale_at: staleAt },
    })),
  );
  expect(new Set(events.map(({ id }) => id)).size).toBe(2);
});

it.each([
  ["a write without a new change id", streamRecord(leadItem(), leadItem({ stage: "lost" }))],
  ["a removal", streamRecord(leadItem(), null)],
  ["a lease on a key", streamRecord(lease(4), lease(8))],
  [
    "an entry of the register of conflicts, of which only the index of names is told",
    streamRecord(null, { ...leadItem(), ...conflictEntryKey(FIRM_ID, "c-1") }),
  ],
  ["settings", streamRecord(null, { ...settingsKey(FIRM_ID), name: "Test Law" })],
  ["a claim", streamRecord(null, { ...CLAIM, recordId: lead.id })],
  ["an expired claim", streamRecord(CLAIM, null)],
])("%s emits nothing", (_, record) => {
  expect(parseStoredChange(record)).toBeNull();
});

it.each<[string, object]>([
  ["has a field of another type", { revision: "four" }],
  ["lacks a field", { stage: undefined }],
  ["has an unknown listing", { listing: "hidden" }],
  ["has a malformed change id", { changeId: 4 }],
  ["is of a kind that emits no events", memberKey(FIRM_ID, "1")],
])("throws for a record that %s", (_, broken) => {
  const entries = Object.entries({ ...leadItem(), ...broken }).filter(([, value]) => value !== undefined);
  expect(() => parseStoredChange(streamRecord(null, Object.fromEntries(entries)))).toThrow();
});
