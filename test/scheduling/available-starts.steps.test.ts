import type { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "@jest/globals";
import type { Member } from "../../shared/members/member.rules.ts";
import type { HeldSlot } from "../../shared/scheduling/attorney-day.rules.ts";
import {
  availableStarts,
  type Search,
  searchedDays,
  startsOfPool,
} from "../../shared/scheduling/available-starts.steps.ts";
import { type BookingRules, NO_BOOKING_RULES } from "../../shared/time/booking-rules.rules.ts";
import { interval } from "../support/calendars.ts";
import { FIRM_ID, NOW_MILLISECONDS, newSettings } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { givenTable } from "../support/given-table.ts";

const attorney = newMember({ timeZone: "UTC" });
const DATE = "2055-03-03";
const at = (time: string) => Date.parse(`${DATE}T${time}Z`);
const slot = (start: string, end: string, changes: object = {}) => ({
  ...{ id: "slot", attorneyId: attorney.id, start: at(start), end: at(end) },
  ...changes,
});
const taken = slot("10:00", "12:00");
const whole = { start: taken.start, end: taken.end };
const busy = { ...whole, whole, calendar: "court" };
const search = {
  settings: newSettings(),
  nowMilliseconds: NOW_MILLISECONDS,
  range: interval(`${DATE}T10:00/${DATE}T13:00`),
  durationMinutes: 60,
  stepMinutes: 60,
};

type Case = {
  readonly member?: Partial<Member>;
  readonly slots?: HeldSlot[];
  readonly busy?: (typeof busy)[];
} & Partial<Search>;

const rules = (changes: Partial<BookingRules>) => ({ bookingRules: { ...NO_BOOKING_RULES, ...changes } });
const expired = slot("10:00", "12:00", { expiresAtMilliseconds: NOW_MILLISECONDS - 2_000 });
const NOTICE = newSettings(rules({ minNoticeMinutes: 23 * 60 }));
const HOLIDAY = newSettings({ holidays: [{ startDate: DATE, endDate: DATE, name: "Fair" }] });
const ALL = ["10:00", "11:00", "12:00"];

it.each<[string, Case, string[]]>([
  ["all on a free day", {}, ALL],
  ["those beside a taken slot", { slots: [taken] }, ["12:00"]],
  ["those in the slot that the consultation leaves, too", { slots: [taken], current: taken }, ALL],
  [
    "not those in a slot that has moved",
    { slots: [taken], current: { ...taken, end: at("11:00") } },
    ["12:00"],
  ],
  ["those in the slot of an expired hold, too", { slots: [expired] }, ALL],
  ["those after the firm's notice", { settings: NOTICE }, ["11:00", "12:00"]],
  [
    "those after the attorney's own notice",
    { settings: NOTICE, member: rules({ minNoticeMinutes: 0 }) },
    ALL,
  ],
  ["none on a holiday", { settings: HOLIDAY }, []],
  ["those in the echo of the consultation, too", { slots: [taken], current: taken, busy: [busy] }, ALL],
  [
    "those beside a busy time, to which no buffer applies",
    { busy: [busy], member: rules({ bufferMinutes: 30 }) },
    ["12:00"],
  ],
])(
  "the starts of an attorney from 10 to 13 o'clock are %s",
  (_, { member, slots = [], busy = [], ...changes }, starts) => {
    const days = [{ attorneyId: attorney.id, date: DATE, version: 1, slots, busy }];
    expect(availableStarts({ ...attorney, ...member }, days, { ...search, ...changes })).toEqual(
      starts.map(at),
    );
  },
);

it.each<[string, Case, [string, string]]>([
  ["those of the range", {}, [DATE, DATE]],
  ["that of a long slot's end", { durationMinutes: 1_440 }, [DATE, "2055-03-04"]],
  [
    "those within a buffer",
    { settings: newSettings(rules({ bufferMinutes: 601 })) },
    ["2055-03-02", "2055-03-04"],
  ],
  [
    "those of the attorney's local day, when its slots are counted",
    { member: { timeZone: "America/New_York", ...rules({ maxPerDay: 1 }) } },
    [DATE, "2055-03-04"],
  ],
])("a search reads the days that matter: %s", async (_, { member, ...changes }, dates) => {
  const read: unknown[] = [];
  const table = givenTable(async ({ input }: QueryCommand) => {
    read.push(
      input.ExpressionAttributeValues?.[":first"],
      String(input.ExpressionAttributeValues?.[":last"]).replace("~", ""),
    );
    return { Items: [] };
  });
  await searchedDays(FIRM_ID, { ...attorney, ...member }, { ...search, ...changes }).query(table);
  expect(read).toEqual(dates);
});

it("a pool has each start once, in order, with all who are free then in the pool's order", () => {
  const starts: Record<string, number[]> = {
    b: [at("11:00"), at("12:00")],
    a: [at("10:00"), at("11:00")],
    c: [],
  };
  const pool = Object.keys(starts).map((id) => newMember({ id }));
  expect(startsOfPool(pool, ({ id }) => starts[id] ?? [])).toEqual([
    { start_at: "2055-03-03T10:00:00.000Z", attorney_ids: ["a"] },
    { start_at: "2055-03-03T11:00:00.000Z", attorney_ids: ["b", "a"] },
    { start_at: "2055-03-03T12:00:00.000Z", attorney_ids: ["b"] },
  ]);
  expect(startsOfPool([], () => [])).toEqual([]);
});
