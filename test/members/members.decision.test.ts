import { describe, expect, it } from "@jest/globals";
import { createMember } from "../../shared/members/create-member.ts";
import { type Member, memberResource } from "../../shared/members/member.rules.ts";
import { changeMember, memberToItem, putMember } from "../../shared/members/member.store.ts";
import { updateMember } from "../../shared/members/update-member.ts";
import { requireSettings, settingsToItem } from "../../shared/settings/firm.store.ts";
import { attorneyListKey } from "../../shared/table/record-keys.ts";
import { NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { decided, FIRM_ID, NEW_ID, newSettings, plainWrites, refusalOf } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

const member = newMember();
const OTHER = "018f0000-0000-7000-8000-000000000001";
const found = { list: { attorneyIds: [OTHER], version: 3 } };

/** Matches the write of the firm's attorneys, of whom there was one. */
const listing = (attorneyIds: readonly string[]) => ({
  Put: {
    Item: { ...attorneyListKey(FIRM_ID), attorneyIds, version: 4 },
    ConditionExpression: "attribute_not_exists(pk) OR version = :version",
    ExpressionAttributeValues: { ":version": 3 },
  },
});

const OVERLAPPING = [
  { weekday: 1, start: "09:00", end: "17:00" },
  { weekday: 1, start: "16:00", end: "18:00" },
];

describe("a new member", () => {
  const settings = { ...newSettings(), version: 7 };
  const create = (json: unknown) =>
    decided(createMember, { json, stored: [settingsToItem(FIRM_ID, settings)], found });

  const initial: Member = {
    id: NEW_ID,
    name: "Pat",
    email: "",
    role: "",
    schedulable: false,
    active: true,
    access: null,
    timeZone: "America/New_York",
    officeHours: [],
    dateHours: [],
    timeOff: [],
    bookingRules: NO_BOOKING_RULES,
    version: 1,
    minSettingsVersion: 7,
  };

  it.each<[string, object, Partial<Member>]>([
    ["the firm's zone, and cannot be booked", {}, {}],
    ["a zone of its own", { time_zone: "europe/berlin" }, { timeZone: "Europe/Berlin" }],
    ["a place among the attorneys when it can be booked", { schedulable: true }, { schedulable: true }],
    [
      "none when it is not active",
      { schedulable: true, active: false },
      { schedulable: true, active: false },
    ],
    [
      "time off by days, and between instants in UTC",
      {
        time_off: [
          { start_date: "2026-05-01", end_date: "2026-05-03" },
          { start_at: "2026-05-04T13:00:00+02:00", end_at: "2026-05-04T14:30:00.0005Z", reason: "Court" },
        ],
      },
      {
        timeOff: [
          { startDate: "2026-05-01", endDate: "2026-05-03", reason: "" },
          { startAt: "2026-05-04T11:00:00.000Z", endAt: "2026-05-04T14:30:00.000Z", reason: "Court" },
        ],
      },
    ],
    [
      "hours of dates from today on",
      {
        date_hours: [
          { date: "2055-03-02", windows: [{ start: "09:00", end: "24:00" }] },
          { date: "2055-03-03", windows: [] },
        ],
      },
      {
        dateHours: [
          { date: "2055-03-02", windows: [{ start: "09:00", end: "24:00" }] },
          { date: "2055-03-03", windows: [] },
        ],
      },
    ],
    [
      "rules of its own",
      { booking_rules: { max_per_day: 3 } },
      { bookingRules: { ...NO_BOOKING_RULES, maxPerDay: 3 } },
    ],
  ])("has %s", async (_, json, changes) => {
    const after = { ...initial, ...changes };
    const isListed = after.schedulable && after.active;
    const { writes, ...decision } = await create({ name: " Pat ", ...json });
    const list = isListed ? [listing([OTHER, NEW_ID].sort())] : [];
    const expected = [...putMember(FIRM_ID, after), requireSettings(FIRM_ID, settings), ...list];
    expect(plainWrites(writes)).toEqual(plainWrites(expected));
    expect(decision).toEqual({ answer: memberResource(after) });
  });

  it("is refused with all violations", async () => {
    const refused = await refusalOf(
      create({
        name: "  ",
        time_zone: "EST5EDT/Nowhere",
        booking_rules: { max_advance_days: 0 },
        office_hours: OVERLAPPING,
        date_hours: [
          { date: "2055-03-01", windows: [] },
          { date: "2055-03-04", windows: [{ start: "09:00", end: "9:30" }] },
          { date: "2055-03-05", windows: OVERLAPPING.map(({ start, end }) => ({ start, end })) },
        ],
        time_off: [
          { start_date: "2026-03-02" },
          { start_at: "2026-03-02", end_at: 5, reason: 6 },
          { end_at: "2026-03-02T10:00:00Z", start_date: "2026-03-02", end_date: "2026-03-02" },
        ],
      }),
    );
    expect(refused.sort()).toEqual([
      "booking_rules.max_advance_days",
      "date_hours[0].date",
      "date_hours[1].windows[0].end",
      "date_hours[2].windows[1]",
      "invalid_request",
      "name",
      "office_hours[1]",
      "time_off[0].end_date",
      "time_off[1].end_at",
      "time_off[1].reason",
      "time_off[1].start_at",
      "time_off[2].end_date",
      "time_off[2].start_at",
      "time_off[2].start_date",
      "time_zone",
    ]);
  });
});

describe("a PATCH of a member", () => {
  const patch = (json: unknown, before = member, expectedVersions: readonly string[] | null = null) =>
    decided(updateMember, {
      json,
      stored: [memberToItem(FIRM_ID, before)],
      found,
      request: { params: { id: before.id }, expectedVersions },
    });
  const inactive = { ...member, active: false };

  it.each<[string, object, Partial<Member>, { attorneyIds?: readonly string[]; before?: Member }?]>([
    ["the role", { role: "partner" }, { role: "partner" }],
    ["the email to none", { email: "" }, { email: "" }],
    ["office hours to none", { office_hours: [] }, { officeHours: [] }],
    ["only the differing fields", { name: member.name, role: "partner" }, { role: "partner" }],
    [
      "one rule, and keeps the others",
      { booking_rules: { min_notice_min: 0, max_per_day: null } },
      { bookingRules: { ...NO_BOOKING_RULES, minNoticeMinutes: 0, bufferMinutes: 15 } },
      { before: { ...member, bookingRules: { ...NO_BOOKING_RULES, bufferMinutes: 15, maxPerDay: 3 } } },
    ],
    ["to inactive, and so the attorneys", { active: false }, { active: false }, { attorneyIds: [OTHER] }],
    [
      "to not schedulable, and so the attorneys",
      { schedulable: false },
      { schedulable: false },
      { attorneyIds: [OTHER] },
    ],
    [
      "to active, and so the attorneys",
      { active: true },
      { active: true },
      { attorneyIds: [OTHER, member.id], before: inactive },
    ],
    ["a member who cannot be booked", { schedulable: false }, { schedulable: false }, { before: inactive }],
  ])("changes %s", async (_, json, changes, { attorneyIds, before = member } = {}) => {
    expect(await patch(json, before)).toEqual({
      writes: [changeMember(FIRM_ID, before, changes), ...(attorneyIds ? [listing(attorneyIds)] : [])],
      answer: memberResource({ ...before, ...changes, version: 2 }),
    });
  });

  const hoursOn = (date: string) => ({ date, windows: [{ start: "09:00", end: "12:00" }] });
  const yesterday = hoursOn("2055-03-01");
  const today = hoursOn("2055-03-02");
  const tomorrow = hoursOn("2055-03-03");
  const withPastDate = newMember({ dateHours: [yesterday, today] });

  it.each<[string, object, Partial<Member>]>([
    ["when a date is added", { date_hours: [yesterday, today, tomorrow] }, { dateHours: [today, tomorrow] }],
    ["when only their order changes", { date_hours: [today, yesterday] }, { dateHours: [today] }],
    ["when a date is restored", { date_hours: [yesterday] }, { dateHours: [] }],
    [
      "by the clock of the new time zone",
      { time_zone: "Pacific/Kiritimati", date_hours: [today, tomorrow] },
      { timeZone: "Pacific/Kiritimati", dateHours: [tomorrow] },
    ],
  ])("drops hours of past dates %s", async (_, json, changes) => {
    expect(await patch(json, withPastDate)).toEqual({
      writes: [changeMember(FIRM_ID, withPastDate, changes)],
      answer: memberResource({ ...withPastDate, ...changes, version: 2 }),
    });
  });

  it("keeps hours of past dates while they are sent back as stored, or left out", async () => {
    const sentBack = { date_hours: [yesterday, today] };
    expect(await patch(sentBack, withPastDate)).toEqual({ answer: memberResource(withPastDate) });
    for (const json of [{ role: "partner" }, { ...sentBack, role: "partner" }]) {
      const after = { ...withPastDate, role: "partner", version: 2 };
      expect(await patch(json, withPastDate)).toMatchObject({ answer: memberResource(after) });
    }
  });

  it.each([[{}], [{ role: member.role, active: true, booking_rules: { max_per_day: null } }]])(
    "writes nothing with %j",
    async (json) => {
      expect(await patch(json)).toEqual({ answer: memberResource(member) });
    },
  );

  it("has no hours of dates when it was stored before there were any", async () => {
    const { dateHours: _dateHours, ...item } = memberToItem(FIRM_ID, member);
    const request = { params: { id: member.id } };
    const decision = await decided(updateMember, {
      json: { date_hours: [] },
      stored: [item],
      found,
      request,
    });
    expect(decision).toEqual({ answer: memberResource(member) });
  });

  it.each<[string, object, readonly string[] | null, string[]]>([
    ["windows that overlap", { name: "", office_hours: OVERLAPPING }, null, ["name", "office_hours[1]"]],
    ["a version that is not current", { role: "partner" }, ["2"], []],
    ["a version that is not current, and no change", {}, ["2"], []],
  ])("is refused for %s", async (_, json, versions, fields) => {
    const code = versions ? "version_conflict" : "invalid_request";
    expect(await refusalOf(patch(json, member, versions))).toEqual([code, ...fields]);
  });
});
