import { describe, expect, it } from "@jest/globals";
import { completeConsultation } from "../../shared/consultations/complete-consultation.ts";
import { type Consultation, consultationResource } from "../../shared/consultations/consultation.rules.ts";
import { putConsultation } from "../../shared/consultations/consultation.store.ts";
import { consultationFields } from "../../shared/consultations/consultation-fields.contract.ts";
import { markNoShow } from "../../shared/consultations/mark-no-show.ts";
import { updateConsultation } from "../../shared/consultations/update-consultation.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { parseDay } from "../../shared/scheduling/attorney-day.store.ts";
import { holdToItem } from "../../shared/scheduling/hold.store.ts";
import { settingsToItem } from "../../shared/settings/firm.store.ts";
import { type BookingRules, NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { slotOf, utcDates } from "../../shared/time/intervals.rules.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { ROUND_THE_CLOCK } from "../support/consultations.ts";
import { CHANGE, decided, FIRM_ID, NEW_ID, newSettings, refusalOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const DAY = "2055-03-03";
const attorney = newMember({ timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
const other = newMember({ timeZone: "UTC", officeHours: ROUND_THE_CLOCK });
const closed = { ...attorney, officeHours: [], active: false };
const before = newConsultation({
  attorneyId: attorney.id,
  startAt: `${DAY}T10:00:00.000Z`,
  durationMinutes: 60,
  timeZone: "UTC",
  location: "Room 5",
});
const heldByOther = {
  id: NEW_ID,
  attorneyId: other.id,
  startAt: `${DAY}T23:30:00.000Z`,
  durationMinutes: 60,
  expiresAt: "2055-03-02T12:10:00.000Z",
};
const params = { id: before.id };
const SETTINGS = settingsToItem(FIRM_ID, newSettings());

type Given = {
  readonly consultation?: Partial<Consultation>;
  readonly others?: readonly Consultation[];
  readonly members?: readonly (typeof attorney)[];
};

const given = ({ consultation, others = [], members = [attorney, other] }: Given = {}) => [
  SETTINGS,
  ...members.map((member) => memberToItem(FIRM_ID, member)),
  holdToItem(FIRM_ID, heldByOther),
  ...bookedItems(FIRM_ID, [{ ...before, ...consultation }, ...others]),
];

const patch = (json: unknown, records: Given = {}) =>
  decided(updateConsultation, {
    json,
    stored: given(records),
    found: { alternatives: {} },
    request: { params },
  });

/** The days of one attorney, which contain a slot of the consultation. */
const daysFor = (after: Consultation) =>
  utcDates(slotOf(after)).map((date) => {
    const isOwn = after.attorneyId === before.attorneyId && date === DAY;
    const slots = isOwn ? [{ ...slotOf(before), id: before.id, attorneyId: attorney.id }] : [];
    return { ...parseDay(after.attorneyId, date, []), version: slots.length, slots };
  });

const SAME_SLOT = {
  start_at: `${DAY}T11:00:00+01:00`,
  duration_min: 60,
  time_zone: "UTC",
  attorney_id: attorney.id,
};
const LONG_AWAY = { start_at: "2055-03-05T23:00:00.000Z", duration_min: 1440, time_zone: "Asia/Tokyo" };

describe("a PATCH of a consultation", () => {
  it.each<[string, object, Partial<Consultation>]>([
    ["another hour", { start_at: `${DAY}T13:00:00Z` }, { startAt: `${DAY}T13:00:00.000Z` }],
    ["a slot that overlaps its own", { start_at: `${DAY}T10:30:00Z` }, { startAt: `${DAY}T10:30:00.000Z` }],
    ["another day", { start_at: "2055-03-04T10:00:00Z" }, { startAt: "2055-03-04T10:00:00.000Z" }],
    ["across midnight", { start_at: `${DAY}T23:30:00Z` }, { startAt: `${DAY}T23:30:00.000Z` }],
    ["a whole day", { duration_min: 1440 }, { durationMinutes: 1440 }],
    ["five minutes", { duration_min: 5 }, { durationMinutes: 5 }],
    ["another zone", { time_zone: "Europe/Berlin" }, { timeZone: "Europe/Berlin" }],
    ["another attorney", { attorney_id: other.id.toUpperCase() }, { attorneyId: other.id }],
    [
      "everything but the attorney",
      LONG_AWAY,
      { startAt: LONG_AWAY.start_at, durationMinutes: 1440, timeZone: "Asia/Tokyo" },
    ],
    [
      "another hour and location",
      { start_at: `${DAY}T13:00:00Z`, location: "Room 6" },
      { startAt: `${DAY}T13:00:00.000Z`, location: "Room 6" },
    ],
    [
      "another hour and no location",
      { start_at: `${DAY}T13:00:00Z`, location: null },
      { startAt: `${DAY}T13:00:00.000Z`, location: null },
    ],
  ])("moves it to %s", async (_, json, changes) => {
    const after = { ...before, ...changes, status: "rescheduled" as const, revision: 2 };
    const taker = after.attorneyId === other.id ? other : attorney;
    const preconditions = {
      attorney: taker,
      days: daysFor(after),
      hold: null,
      holds: null,
      obsolete: [],
      clearance: [],
    };
    expect(await patch(json)).toEqual({
      writes: putConsultation(FIRM_ID, { before, after, change: CHANGE, preconditions }),
      answer: consultationResource(after),
    });
  });

  it.each<[string, object, string | null]>([
    ["another", { location: " Room 6 " }, "Room 6"],
    ["one of 300 characters", { location: "x".repeat(300) }, "x".repeat(300)],
    ["none", { location: null }, null],
    ["none for a blank one", { location: " \u200B" }, null],
    ["another beside the same slot", { ...SAME_SLOT, location: "Room 6" }, "Room 6"],
    ["another beside a hold and no slot", { hold_id: NEW_ID, location: "Room 6" }, "Room 6"],
  ])("changes only its location, to %s, and checks no rule", async (_, json, location) => {
    for (const status of ["scheduled", "rescheduled"] as const) {
      const placed = { ...before, status, reminderMinutes: [60] };
      const after = { ...placed, location, revision: 2 };
      expect(await patch(json, { consultation: placed, members: [closed] })).toEqual({
        writes: putConsultation(FIRM_ID, { before: placed, after, change: CHANGE }),
        answer: consultationResource(after),
      });
    }
  });

  it("leaves no location where the personal data were erased", async () => {
    const erased = {
      ...before,
      ...consultationFields.erased().record,
      erasure: { at: `${DAY}T00:00:00.000Z`, changeId: NEW_ID },
    };
    const placed = await patch({ location: "Room 6" }, { consultation: erased });
    expect(placed).toEqual({ answer: consultationResource(erased) });
    const moved = await patch({ ...at("13:00"), location: "Room 6" }, { consultation: erased });
    expect(moved).toMatchObject({ answer: { status: "rescheduled", location: null } });
  });

  it("cancels it, with the reminders to come", async () => {
    const reminded = { ...before, reminderMinutes: [60] };
    const canceled = { status: "canceled" as const, canceledAt: CHANGE.at };
    const after = { ...before, ...canceled, reminderMinutes: undefined, revision: 2 };
    expect(await patch({ status: "canceled" }, { consultation: reminded })).toEqual({
      writes: putConsultation(FIRM_ID, { before: reminded, after, change: CHANGE }),
      answer: consultationResource(after),
    });
  });

  it.each([
    { start_at: `${DAY}T10:00:00Z` },
    SAME_SLOT,
    { ...SAME_SLOT, location: " Room 5 " },
    { location: "Room 5" },
  ])("writes nothing and checks no rule for the same slot and location: %j", async (json) => {
    const answer = consultationResource(before);
    expect(await patch(json, { members: [closed] })).toEqual({ answer });
  });
});

const mine = (startAt: string) => newConsultation({ attorneyId: attorney.id, startAt, durationMinutes: 30 });
const at = (time: string) => ({ start_at: `${DAY}T${time}:00.000Z` });
const canceledWith = (rest: object) => ({ status: "canceled", ...rest });

describe("a PATCH of a consultation is refused", () => {
  it.each<[string, object, string[], Given?]>([
    ["when empty", {}, ["invalid_request", "body"]],
    ["with only unknown fields", { type: "Other", outcome: "won" }, ["invalid_request", "body"]],
    ["with only a flag to ignore rules", { ignore_booking_rules: true }, ["invalid_request", "body"]],
    ["to another status", { status: "completed" }, ["invalid_request", "status"]],
    ["to cancel with a start", canceledWith(at("10:00")), ["invalid_request", "status"]],
    ["to cancel with a zone", canceledWith({ time_zone: "UTC" }), ["invalid_request", "status"]],
    ...["start_at", "duration_min", "attorney_id", "time_zone"].map((field): [string, object, string[]] => [
      `to cancel with an empty ${field}`,
      canceledWith({ [field]: null }),
      ["invalid_request", field, "status"],
    ]),
    ["to cancel with a location", canceledWith({ location: "Room 6" }), ["invalid_request", "status"]],
    ["to cancel without a location", canceledWith({ location: null }), ["invalid_request", "status"]],
    ["to a location of 301 characters", { location: "x".repeat(301) }, ["invalid_request", "location"]],
    ["to a location that is no text", { location: ["Room"] }, ["invalid_request", "location"]],
    ["without an attorney", { attorney_id: null }, ["invalid_request", "attorney_id"]],
    [
      "with two violations",
      { start_at: 5, time_zone: "Mars/Olympus" },
      ["invalid_request", "start_at", "time_zone"],
    ],
    ["with an unknown attorney", { attorney_id: NEW_ID }, ["invalid_request", "attorney_id"]],
    ["with an inactive attorney", at("13:00"), ["invalid_request", "attorney_id"], { members: [closed] }],
    ["to a taken slot", at("12:15"), ["slot_unavailable"], { others: [mine(`${DAY}T12:00:00.000Z`)] }],
    [
      "to a held slot of another attorney",
      { ...at("23:30"), hold_id: NEW_ID },
      ["invalid_request", "attorney_id"],
    ],
    [
      "outside office hours",
      at("13:00"),
      ["outside_office_hours"],
      { members: [{ ...attorney, officeHours: [] }] },
    ],
  ])("%s", async (_, json, refusal, records = {}) => {
    expect(await refusalOf(patch(json, records))).toEqual(refusal);
  });

  it.each<[string, object, Partial<BookingRules>]>([
    ["counts against its own move", at("10:30"), { maxPerDay: 1, bufferMinutes: 60 }],
    [
      "forbids when the caller ignores it",
      { ...at("09:00"), ignore_booking_rules: true },
      { minNoticeMinutes: 6_000 },
    ],
  ])("but not by a rule that %s", async (_, json, rules) => {
    const bookingRules = { ...NO_BOOKING_RULES, ...rules };
    expect(await patch(json, { members: [{ ...attorney, bookingRules }] })).toHaveProperty("writes");
  });

  it.each(["canceled", "completed", "no-show"] as const)(
    "when it is %s, whatever the body",
    async (status) => {
      const stored = given({ consultation: { status } });
      for (const operation of [updateConsultation, completeConsultation, markNoShow])
        for (const json of [
          {},
          { status: "canceled" },
          at("13:00"),
          { location: "Room 6" },
          { status: "x", outcome: 5 },
        ])
          expect(await refusalOf(decided(operation, { json, stored, request: { params } }))).toEqual([
            "not_found",
          ]);
    },
  );
});

const DATA = { place: "Office", follow_up: "2055-04-01", notes: "Brings the file.", fee: 150, remote: false };
const complete = (json: unknown, stored = given({ consultation: { data: DATA } })) =>
  decided(completeConsultation, { json, stored, request: { params } });

describe("to complete a consultation", () => {
  it.each<[string, object, Partial<Consultation>]>([
    ["the outcome", { outcome: " retained " }, { outcome: "retained" }],
    ["an outcome of 500 characters", { outcome: "x".repeat(500) }, { outcome: "x".repeat(500) }],
    ["no outcome for none", { outcome: null }, {}],
    ["no outcome for an empty one", { outcome: "" }, {}],
    ["nothing else", {}, {}],
    ["no data for none", { data: {} }, {}],
    [
      "new data into what is stored",
      { outcome: "won", data: { notes: " Retained ", fee: null, remote: true, unknown: 1 } },
      {
        outcome: "won",
        data: { place: "Office", follow_up: "2055-04-01", notes: "Retained", remote: true },
      },
    ],
  ])("writes %s", async (_, json, changes) => {
    const booked = { ...before, data: DATA };
    const after = { ...booked, status: "completed" as const, revision: 2, ...changes };
    expect(await complete(json)).toEqual({
      writes: putConsultation(FIRM_ID, { before: booked, after, change: CHANGE }),
      answer: consultationResource(after),
    });
  });

  it("names all violations", async () => {
    const refused = complete({ outcome: 5, data: { place: "Court", fee: "150" } });
    expect(await refusalOf(refused)).toEqual(["invalid_request", "outcome", "data.place", "data.fee"]);
  });

  it("accepts a stored value, whatever its field's definition is now", async () => {
    const consultationFields = [{ key: "place", label: "Where", type: "number" as const, options: [] }];
    const [, ...rest] = given({ consultation: { data: DATA } });
    const stored = [settingsToItem(FIRM_ID, newSettings({ consultationFields })), ...rest];
    const completed = await complete({ data: { place: "Office" } }, stored);
    expect(completed).toMatchObject({ answer: { data: DATA } });
  });

  it("allows data of 64 KiB together with what is stored", async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `text_${index}`);
    const consultationFields = keys.map((key) => ({ key, label: key, type: "text" as const, options: [] }));
    const data = Object.fromEntries(keys.slice(0, 15).map((key) => [key, "x".repeat(4_000)]));
    const room = 64 * 1024 - Buffer.byteLength(JSON.stringify({ ...data, text_15: "", text_16: "" }));
    const [, ...rest] = given({ consultation: { data } });
    const stored = [settingsToItem(FIRM_ID, newSettings({ consultationFields })), ...rest];
    const add = (characters: number) =>
      complete({ data: { text_15: "x".repeat(3_000), text_16: "x".repeat(characters - 3_000) } }, stored);
    expect(await add(room)).toHaveProperty("writes");
    expect(await refusalOf(add(room + 1))).toEqual(["invalid_request", "data"]);
  });
});

it("leaves an archived consultation archived when it is moved or completed", async () => {
  const stored = given({ consultation: { archived: true } });
  for (const [operation, json] of [
    [updateConsultation, at("13:00")],
    [completeConsultation, {}],
  ] as const)
    expect(await decided(operation, { json, stored, request: { params } })).toMatchObject({
      answer: { archived: true },
    });
});

it("frees the slot of a no-show", async () => {
  const after = { ...before, status: "no-show" as const, revision: 2 };
  expect(await decided(markNoShow, { stored: given(), request: { params } })).toEqual({
    writes: putConsultation(FIRM_ID, { before, after, change: CHANGE }),
    answer: consultationResource(after),
  });
});
