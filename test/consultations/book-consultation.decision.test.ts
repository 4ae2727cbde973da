import { describe, expect, it } from "@jest/globals";
import { bookConsultation } from "../../shared/consultations/book-consultation.ts";
import { type Consultation, consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { putConsultation } from "../../shared/consultations/consultation.store.ts";
import type { Lead } from "../../shared/leads/lead.rules.ts";
import { leadToItem } from "../../shared/leads/lead.store.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { parseDay } from "../../shared/scheduling/attorney-day.store.ts";
import { holdToItem } from "../../shared/scheduling/hold.store.ts";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { type BookingRules, NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { slotOf, utcDates } from "../../shared/time/intervals.rules.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { CHANGE, decided, FIRM_ID, NEW_ID, newSettings, refusalOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { newLead } from "../support/leads.ts";

const START = "2055-03-03T10:00:00.000Z";
const open = newMember({ timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
const client = newLead();
const initial = {
  key: "initial",
  name: "Initial",
  durationMinutes: 30,
  amount: 150,
  location: null,
  attorneyIds: [open.id],
  reminderMinutes: null,
};
const body = { lead_id: client.id, attorney_id: open.id, type: "Other", start_at: START, duration_min: 60 };

const held = {
  id: "018f0000-0000-7000-8000-00000000401d",
  attorneyId: open.id,
  startAt: START,
  durationMinutes: 60,
  expiresAt: "2055-03-02T12:10:00.000Z",
};

type Given = {
  readonly attorney?: Partial<Member>;
  readonly lead?: Partial<Lead>;
  readonly settings?: Partial<FirmSettings>;
  /** Starts of half an hour that the attorney has given away. */
  readonly taken?: readonly string[];
};

/** Books an hour of Wednesday, 2055-03-03, with an attorney who is open round the clock. */
const book = (changes: object, { attorney, lead, settings, taken = [] }: Given = {}) => {
  const json = { ...body, ...changes };
  const member = { ...open, ...attorney };
  const consultations = taken.map((startAt) =>
    newConsultation({ attorneyId: open.id, startAt, durationMinutes: 30 }),
  );
  const items = bookedItems(FIRM_ID, consultations);
  const days = items.slice(taken.length).map((item) => parseDay(open.id, String(item.sk), [item]));
  return decided(bookConsultation, {
    json,
    stored: [
      leadToItem(FIRM_ID, { ...client, ...lead }, CHANGE),
      memberToItem(FIRM_ID, member),
      settingsToItem(FIRM_ID, newSettings({ consultationTypes: [initial], ...settings })),
      ...items,
      holdToItem(FIRM_ID, held),
    ],
    found: {
      ...(json.attorney_id === undefined && { attorneys: { ids: [member.id], read: [member] } }),
      alternatives: { [open.id]: days },
    },
  });
};

const booked: Consultation = {
  id: NEW_ID,
  leadId: client.id,
  attorneyId: open.id,
  type: "Other",
  status: "scheduled",
  startAt: START,
  durationMinutes: 60,
  timeZone: "UTC",
  paid: false,
  amount: null,
  currency: null,
  location: null,
  outcome: null,
  archived: false,
  data: {},
  revision: 1,
};

const OPTIONAL = { time_zone: "Europe/Berlin", paid: true, amount: 150.5 };
const ANY = { attorney_id: undefined, duration_min: undefined, type: "initial" };

const TYPE = { type: "initial", duration_min: undefined };
const TYPED = { type: "initial", durationMinutes: 30, amount: 150 };
const PLACED = { currency: "EUR", location: "Main Street" };
const PLACED_TYPE = { ...PLACED, consultationTypes: [{ ...initial, location: "Room 5" }] };

const BOOKINGS: [string, object, Partial<Consultation>, Given?][] = [
  ["the values of the body", {}, {}],
  ["at an instant in any offset", { start_at: "2055-03-03T05:00:00-05:00" }, {}],
  ["a type without the space around it", { type: " Other " }, { type: "Other" }],
  ["zone and payment", OPTIONAL, { timeZone: "Europe/Berlin", paid: true, amount: 150.5 }],
  ["a trimmed location", { location: " Line 1\n\tLine 2 " }, { location: "Line 1\n\tLine 2" }],
  ["no currency of its own", { amount: 20, currency: "USD" }, { amount: 20 }],
  ["the attorney's zone otherwise", {}, { timeZone: "Asia/Tokyo" }, { attorney: { timeZone: "Asia/Tokyo" } }],
  ["no hold that is unknown", { hold_id: NEW_ID }, {}],
  ["five minutes", { duration_min: 5 }, { durationMinutes: 5 }],
  ["a whole day, across midnight", { duration_min: 1440 }, { durationMinutes: 1440 }],
  [
    "data of the firm's fields, and no other",
    { data: { place: " Phone ", summary: "of leads", room: "A", notes: null } },
    { data: { place: "Phone" } },
  ],
  ...[null, "", " \u200B\n"].map((location): [string, object, Partial<Consultation>, Given] => [
    `no location for ${JSON.stringify(location)}`,
    { ...TYPE, location },
    { ...TYPED, currency: "EUR" },
    { settings: PLACED_TYPE },
  ]),
  [
    "a location of 300 characters",
    { location: "\u{1F3DB}".repeat(300) },
    { location: "\u{1F3DB}".repeat(300) },
  ],
  [
    "the place, the price and the reminders of its type",
    TYPE,
    { ...TYPED, currency: "EUR", location: "Room 5", reminderMinutes: [30] },
    {
      settings: {
        ...{ ...PLACED, reminderMinutes: [60] },
        consultationTypes: [{ ...initial, location: "Room 5", reminderMinutes: [30] }],
      },
    },
  ],
  [
    "its own price and zone before those of its type, and the firm's place",
    { ...TYPE, amount: 0, time_zone: "Asia/Tokyo" },
    { ...TYPED, ...PLACED, amount: 0, timeZone: "Asia/Tokyo" },
    { settings: PLACED },
  ],
  [
    "no currency without an amount",
    { ...TYPE, amount: null },
    { ...TYPED, amount: null },
    { settings: { currency: "EUR" } },
  ],
  ["anybody of the type's pool", ANY, { type: "initial", durationMinutes: 30, amount: 150 }],
  [
    "a type that the firm has removed as free text",
    { type: "initial" },
    { type: "initial" },
    { settings: { consultationTypes: [] } },
  ],
  [
    "with the firm's reminders whose time has not passed",
    {},
    { reminderMinutes: [1200, 60] },
    { settings: { reminderMinutes: [60, 1200, 1440] } },
  ],
];

it.each(BOOKINGS)("a booking has %s", async (_, json, changes, given = {}) => {
  const after = { ...booked, ...changes };
  const attorney = { ...open, ...given.attorney };
  const days = utcDates(slotOf(after)).map((date) => parseDay(open.id, date, []));
  const preconditions = { attorney, days, hold: null, holds: null, obsolete: [], clearance: [] };
  expect(await book(json, given)).toEqual({
    writes: putConsultation(FIRM_ID, { before: null, after, change: CHANGE, preconditions }),
    answer: consultationResource(after),
  });
});

const erasure = { at: "2055-01-01T00:00:00.000Z", changeId: NEW_ID };
const nobody = { consultationTypes: [{ ...initial, attorneyIds: [] }] };
const unknown = newMember().id;

const REFUSALS: [string, object, string[], Given?][] = [
  ["an unknown lead and attorney", { lead_id: unknown, attorney_id: unknown }, ["lead_id", "attorney_id"]],
  ["an erased lead", {}, ["lead_id"], { lead: { erasure } }],
  [
    "no start, before the merge of its lead",
    { start_at: undefined },
    ["start_at"],
    { lead: { mergedInto: NEW_ID } },
  ],
  ["an attorney who is not active", {}, ["attorney_id"], { attorney: { active: false } }],
  ["an attorney who is not schedulable", {}, ["attorney_id"], { attorney: { schedulable: false } }],
  ["free text alone", { ...ANY, type: "Initial" }, ["attorney_id", "duration_min"]],
  ["a removed type alone", ANY, ["attorney_id", "duration_min"], { settings: { consultationTypes: [] } }],
  ["a type without anybody in its pool", ANY, ["type"], { settings: nobody }],
  ["a location of 301 characters", { location: "x".repeat(301) }, ["location"]],
  ["a location that is no text", { location: 5 }, ["location"]],
  ["a location with control characters", { location: "Room\u0007" }, ["location"]],
  ["an invalid hold id", { hold_id: "mine" }, ["hold_id"]],
  [
    "a hold of another start and duration",
    { hold_id: held.id, start_at: "2055-03-03T00:00:00Z", duration_min: 30 },
    ["start_at", "duration_min"],
  ],
  ["a hold of another duration", { hold_id: held.id, duration_min: 30 }, ["duration_min"]],
  [
    "a hold of another start, without an attorney",
    { ...ANY, duration_min: 60, hold_id: held.id, start_at: "2055-03-03T00:00:00Z" },
    ["start_at"],
  ],
  [
    "everything at once",
    { type: "", start_at: "now", attorney_id: unknown, time_zone: "Mars/Olympus", data: { fee: "" } },
    ["type", "start_at", "time_zone", "attorney_id", "data.fee"],
  ],
];

describe("a booking is invalid", () => {
  it.each(REFUSALS)("with %s", async (_, json, fields, given = {}) => {
    expect(await refusalOf(book(json, given))).toEqual(["invalid_request", ...fields]);
  });

  it("for a merged lead, with another error", async () => {
    expect(await refusalOf(book({}, { lead: { mergedInto: NEW_ID } }))).toEqual([
      "lead_merged",
      "merged_into",
    ]);
  });
});

// Now is Tuesday, 2055-03-02, at noon.
const NOTICE = "booking_rules.min_notice_min";
const PER_DAY = "booking_rules.max_per_day";
const AWAY = [{ startDate: "2055-03-04", endDate: "2055-03-04", reason: "" }];

type Rule = {
  readonly own?: Partial<BookingRules>;
  readonly firm?: Partial<BookingRules>;
  readonly taken?: readonly string[];
  readonly attorney?: Partial<Member>;
};

const RULES: [string, Rule, string, string[]][] = [
  ["less than the notice", { own: { minNoticeMinutes: 90 } }, "2055-03-02T13:29:59.999Z", [NOTICE]],
  ["the past, without any rule", {}, "2055-02-01T11:59:59.999Z", []],
  [
    "the firm's number a day beside the attorney's own notice",
    { firm: { maxPerDay: 1 }, own: { minNoticeMinutes: 0 }, taken: ["2055-03-03T12:00:00Z"] },
    "2055-03-03T10:00:00Z",
    [PER_DAY],
  ],
  ...["2055-03-03T12:00:00Z", "2055-03-04T00:00:00Z", "2055-03-03T23:50:00Z"].flatMap(
    (start): [string, Rule, string, string[]][] => {
      const near = { own: { bufferMinutes: 20 }, taken: [start] };
      const from = (minutes: number, milliseconds = 0) =>
        new Date(Date.parse(start) + minutes * 60_000 + milliseconds).toISOString();
      return [
        [`the buffer before ${start}`, near, from(-80), []],
        [`less than the buffer after ${start}`, near, from(50, -1), ["slot_unavailable"]],
      ];
    },
  ),
  [
    "time off, which takes precedence over violated rules",
    { own: { minNoticeMinutes: 6000 }, attorney: { timeOff: AWAY } },
    "2055-03-04T10:00:00Z",
    ["attorney_unavailable"],
  ],
];

describe("by the booking rules", () => {
  const bookBy = ({ own, firm, taken = [], attorney }: Rule, json: object) =>
    book(json, {
      taken,
      attorney: { ...attorney, bookingRules: { ...NO_BOOKING_RULES, ...own } },
      settings: { bookingRules: { ...NO_BOOKING_RULES, ...firm } },
    });

  it.each(RULES)("%s", async (_, rule, start_at, problems) => {
    const decision = bookBy(rule, { start_at });
    if (problems.length === 0) return expect(await decision).toHaveProperty("writes");
    const isRule = problems.some((problem) => problem.startsWith("booking_rules"));
    expect(await refusalOf(decision)).toEqual([...(isRule ? ["booking_not_allowed"] : []), ...problems]);
  });

  it("allows with ignore_booking_rules what a buffer and a maximum forbid, but no overlap", async () => {
    const rule = { own: { bufferMinutes: 30, maxPerDay: 1 }, taken: [START] };
    const ignoring = (start_at: string) => bookBy(rule, { start_at, ignore_booking_rules: true });
    expect(await ignoring("2055-03-03T09:00:00Z")).toHaveProperty("writes");
    expect(await refusalOf(ignoring("2055-03-03T10:29:59.999Z"))).toEqual(["slot_unavailable"]);
  });
});
