import { describe, expect, it } from "@jest/globals";
import type { Event, Lead } from "../../../client/src/generated.ts";
import { mailtoOf, phoneText, telOf } from "../../../pages/desk/contact.ts";
import {
  isOfLead,
  lastChangeOf,
  lineOf,
  sentenceOf,
  type Words,
  withEvents,
} from "../../../pages/desk/lead/history-rules.ts";
import { ENGLISH } from "../../../pages/desk/texts/english.ts";
import { EVENT_TYPES } from "../../../shared/events/event-types.contract.ts";

const NAMES: Readonly<Record<string, string>> = { m1: "Tomas Avila", m2: "Mei Castellan" };
const words: Words = {
  texts: ENGLISH.lead,
  locale: "en-US",
  leadId: "l1",
  fields: [
    { key: "injured_on", label: "Injured on", type: "date", options: [] },
    { key: "fee", label: "Fee", type: "number", options: [] },
  ],
  actor: ({ type }) => (type === "member" ? "Nora" : type),
  member: (id) => NAMES[id] ?? "A former member",
  person: (id) => (id === "l2" ? "Pria Ramanathan" : undefined),
  when: () => "Tue, 10:30 AM",
  date: (date) => `on ${date}`,
  phone: (phone) => phone,
};

const LEAD = { id: "l1", first_name: "Priya", last_name: "Ramanathan", assignee_id: null, data: {} };
const MEETING = {
  id: "c1",
  lead_id: "l1",
  type: "Initial",
  attorney_id: "m2",
  start_at: "2026-12-01T15:30:00.000Z",
};

const event = (type: string, changes: Partial<Event> = {}): Event => ({
  id: "e1",
  type,
  created_at: "2026-11-29T15:00:00.000Z",
  sequence: 1,
  data: type.startsWith("lead.") ? LEAD : MEETING,
  previous: {},
  actor: { type: "member", id: "m9" },
  ...changes,
});

const stage = (key: string, name: string) => ({ key, name });

describe("the sentence of an event", () => {
  it.each<[string, Event, string]>([
    ["created", event("lead.created"), "Nora created the lead"],
    [
      "blocked",
      event("lead.conflict_decided", { data: { ...LEAD, conflict: { state: "blocked" } } }),
      "Nora blocked the lead because of a conflict",
    ],
    [
      "created and assigned",
      event("lead.created", { data: { ...LEAD, assignee_id: "m1" } }),
      "Nora created the lead, for Tomas Avila",
    ],
    ["archived", event("lead.archived", { previous: { archived: false } }), "Nora archived the lead"],
    ["restored", event("lead.updated", { previous: { archived: true } }), "Nora restored the lead"],
    [
      "merged",
      event("lead.merged", {
        merged_from: "l2",
        data: { ...LEAD, email: "p@example.com" },
        previous: { email: "" },
      }),
      "Nora merged Pria Ramanathan into this lead: Email from blank to p@example.com",
    ],
    [
      "merged from one of whom nothing is known",
      event("lead.merged", { merged_from: "l3" }),
      "Nora merged another lead into this lead",
    ],
    [
      "moved to a stage, with nothing else that the same change did",
      event("lead.status_changed", {
        data: { ...LEAD, status: stage("won", "Retained") },
        previous: { status: stage("new", "New"), phone: "+1" },
      }),
      "Nora changed Stage from New to Retained",
    ],
    [
      "assigned to nobody",
      event("lead.assigned", { previous: { assignee_id: "m1" } }),
      "Nora changed Assignee from Tomas Avila to blank",
    ],
    [
      "changed, also in fields that the firm no longer has",
      event("lead.updated", {
        data: {
          ...LEAD,
          phone: "+12125550147",
          data: { injured_on: "2026-11-24", fee: 1500, toString: true },
        },
        previous: {
          phone: "+12125550174",
          status: stage("new", "New"),
          data: { injured_on: null, fee: 900, toString: false },
        },
      }),
      "Nora changed Phone from +12125550174 to +12125550147; Injured on from blank to on 2026-11-24; Fee from 900 to 1,500; toString from No to Yes",
    ],
    ["changed in nothing that is shown", event("lead.updated"), "Nora changed the lead"],
    [
      "found twice",
      event("lead.duplicate_found", {
        duplicates: [
          { lead_id: "l2", matches: ["phone"] },
          { lead_id: "l4", matches: ["email", "phone"] },
        ],
      }),
      "The system found Pria Ramanathan and another lead with the same phone and email",
    ],
    ["booked", event("consultation.booked"), "Nora booked Initial with Mei Castellan for Tue, 10:30 AM"],
    [
      "moved to another attorney",
      event("consultation.rescheduled", { previous: { attorney_id: "m1", status: "scheduled" } }),
      "Nora moved Initial to Tue, 10:30 AM: Attorney from Tomas Avila to Mei Castellan",
    ],
    [
      "canceled",
      event("consultation.canceled", { actor: { type: "client_link", id: "k" } }),
      "Client_link canceled Initial of Tue, 10:30 AM",
    ],
    [
      "completed",
      event("consultation.completed", {
        data: { ...MEETING, outcome: "Retained" },
        previous: { outcome: null },
      }),
      "Nora noted that Initial of Tue, 10:30 AM took place: Outcome from blank to Retained",
    ],
    [
      "not attended",
      event("consultation.no_show"),
      "Nora noted that nobody came to Initial of Tue, 10:30 AM",
    ],
    [
      "paid",
      event("consultation.updated", {
        data: { ...MEETING, paid: true, amount: 150, currency: "USD" },
        previous: { paid: false, amount: 100 },
      }),
      "Nora changed Initial of Tue, 10:30 AM: Paid from No to Yes; Amount from $100.00 to $150.00",
    ],
    [
      "archived and restored",
      event("consultation.updated", { previous: { archived: true } }),
      "Nora restored Initial of Tue, 10:30 AM",
    ],
    [
      "brought by a merge",
      event("consultation.updated", { previous: { lead_id: "l2" } }),
      "Initial of Tue, 10:30 AM came here with the merge",
    ],
    ["archived", event("consultation.archived"), "Nora archived Initial of Tue, 10:30 AM"],
    [
      "reminded of",
      event("consultation.reminder_due", { minutes_before: 60 }),
      "A reminder of Initial of Tue, 10:30 AM was due",
    ],
    [
      "overlapped",
      event("consultation.busy_overlap", { busy: { calendar: "court", start_at: "", end_at: "" } }),
      "The calendar court has a busy time that overlaps Initial of Tue, 10:30 AM",
    ],
    ["of a type that is not known yet", event("lead.sung_to"), "Nora made a change (lead.sung_to)"],
    ["of a type named like a property", event("toString"), "Nora made a change (toString)"],
    [
      "with a name that looks like a place",
      event("consultation.booked", { data: { ...MEETING, type: "{actor}" } }),
      "Nora booked {actor} with Mei Castellan for Tue, 10:30 AM",
    ],
  ])("says that it was %s", (_, given, sentence) => {
    expect(sentenceOf(lineOf(given, words), words)).toBe(sentence);
  });

  it("is there for every type", () => {
    expect(EVENT_TYPES.filter((type) => !Object.hasOwn(ENGLISH.lead.events, type))).toEqual([]);
  });

  it("names the lead that was merged into this one and had the event", () => {
    const data = { ...LEAD, id: "l2", first_name: "Pria" };
    expect(lineOf(event("lead.created", { data }), words).about).toBe("Pria Ramanathan");
    expect(lineOf(event("lead.created"), words).about).toBeNull();
    expect(lineOf(event("consultation.booked"), words).about).toBeNull();
  });
});

describe("a history", () => {
  it("has each event once, newest first", () => {
    const [one, two, three] = ["e1", "e2", "e3"].map((id) => event("lead.updated", { id }));
    expect(withEvents([three, one] as Event[], [two, three] as Event[])).toEqual([three, two, one]);
  });

  it.each<[Event, boolean]>([
    [event("lead.updated"), true],
    [event("lead.updated", { data: { ...LEAD, id: "l2" } }), false],
    [event("consultation.booked"), true],
    [event("consultation.booked", { data: { ...MEETING, lead_id: "l2" } }), false],
    [event("calendar.stale", { data: { attorney_id: "m2" } }), false],
  ])("takes the events of the lead and of its consultations %#", (given, isIn) => {
    expect(isOfLead(given, "l1")).toBe(isIn);
  });

  it("knows who changed a field to what the lead has now", () => {
    const change = (id: string, name: string, value: unknown) =>
      event("lead.updated", { id, data: { ...LEAD, [name]: value }, previous: { [name]: "old" } });
    const events = [
      event("consultation.updated", { id: "e5", previous: { phone: "" } }),
      event("lead.updated", {
        id: "e4",
        data: { ...LEAD, data: { fee: 7 } },
        previous: { data: { fee: 5 } },
      }),
      change("e3", "phone", "+12"),
      change("e2", "phone", "+11"),
      change("e1", "status", stage("won", "Retained")),
    ];
    const changeOf = (lead: object, name: string) =>
      lastChangeOf(events, { ...LEAD, ...lead } as Lead, name)?.id;
    expect(changeOf({ phone: "+12" }, "phone")).toBe("e3");
    expect(changeOf({ phone: "+11" }, "phone")).toBeUndefined();
    expect(changeOf({ data: { fee: 7 } }, "data.fee")).toBe("e4");
    expect(changeOf({ status: stage("won", "Retained") }, "status")).toBe("e1");
    expect(changeOf({}, "data.toString")).toBeUndefined();
  });
});

describe("a link to a person", () => {
  it.each([
    ["+12125550187", "tel:+12125550187"],
    ["212 555 0187", null],
    ["+1 javascript:alert(1)", null],
    ["", null],
  ])("calls %j by %j", (phone, link) => {
    expect(telOf(phone)).toBe(link);
  });

  it.each([
    ["dana@example.com", "mailto:dana@example.com"],
    ["a?bcc=x&b@example.com", "mailto:a%3Fbcc%3Dx%26b@example.com"],
    ["dana", null],
    ["a@b@example.com", null],
    ["", null],
  ])("writes to %j by %j", (email, link) => {
    expect(mailtoOf(email)).toBe(link);
  });

  it.each([
    ["+12125550187", "US", "(212) 555-0187"],
    ["+12125550187", "DE", "+12125550187"],
    ["+4930901820", "US", "+4930901820"],
    ["none", "US", "none"],
  ])("shows %j in %s as %j", (phone, country, text) => {
    expect(phoneText(phone, country)).toBe(text);
  });
});
