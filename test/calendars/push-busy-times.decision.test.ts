import { describe, expect, it } from "@jest/globals";
import { pushBusyTimesEndpoint } from "../../shared/calendars/busy-calendar.contract.ts";
import { pushBusyTimes } from "../../shared/calendars/push-busy-times.ts";
import type { Consultation } from "../../shared/consultations/consultation.rules.ts";
import type { Member } from "../../shared/members/member.rules.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { attorneyCalendarsKey, busyTimesKey, dayKey, type Item } from "../../shared/table/record-keys.ts";
import { FIRST_ATTEMPT } from "../../shared/table/retry.ts";
import { bookedItems, newConsultation } from "../support/booked-consultations.ts";
import { decided, FIRM_ID, NEW_ID, plainWrites, refusalOf, requestWith } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";
import { idInOrder } from "../support/ids-in-order.ts";

const attorney = newMember({ timeZone: "UTC" });
const [DATE, AS_OF] = ["2055-03-03", "2055-03-02T11:00:00.000Z"];
const court = { asOf: AS_OF, staleAt: null, lastError: null };
const hour = (from: number) => Date.parse(DATE) + from * 3_600_000;
const instant = (from: number) => new Date(hour(from)).toISOString();

const calendarsItem = { ...attorneyCalendarsKey(FIRM_ID, attorney.id), version: 3, calendars: { court } };
const dayItem = { ...dayKey(FIRM_ID, attorney.id, DATE), version: 7, slots: {}, calendars: { court: 7 } };
const busyKey = busyTimesKey(FIRM_ID, attorney.id, { date: DATE, calendar: "court" });
const busyItem = { ...busyKey, version: 7, times: [[hour(9), hour(10)]] };

/** Pushes the whole date, on which the calendar is busy from 9 to 10. */
const push = (from: number | null, as_of = AS_OF) =>
  decided(pushBusyTimes, {
    json: {
      from: instant(0),
      to: instant(24),
      busy: from === null ? [] : [{ start_at: instant(from), end_at: instant(from + 1) }],
      as_of,
    },
    stored: [memberToItem(FIRM_ID, attorney), calendarsItem, dayItem, busyItem],
    request: { params: { id: attorney.id, calendar: "court" } },
  });

const calendarsPut = (asOf: string) => ({
  Put: {
    Item: { ...calendarsItem, version: 4, calendars: { court: { ...court, asOf } } },
    ConditionExpression: "version = :version",
    ExpressionAttributeValues: { ":version": 3 },
  },
});

describe("a push", () => {
  it("of no valid window reads no consultation, whatever its UIDs", () => {
    const uid = "018f0000-0000-7000-8000-000000000b01@intake";
    const readsOf = (to: string) => {
      const json = { from: instant(0), to, busy: [{ start_at: instant(1), end_at: instant(2), uid }] };
      const params = { id: attorney.id, calendar: "court" };
      return pushBusyTimes.reads({ ...requestWith(pushBusyTimesEndpoint, json), params }, FIRST_ATTEMPT).own;
    };
    expect([readsOf(instant(24)), readsOf(instant(0))]).toMatchObject([{ length: 1 }, { length: 0 }]);
  });

  it("of the same times and instant writes nothing", async () => {
    expect(await push(9)).toMatchObject({ writes: [], answer: { changed_days: 0 } });
  });

  it("of the same times at a later instant writes the calendar alone", async () => {
    const later = "2055-03-02T11:30:00.000Z";
    expect(await push(9, later)).toMatchObject({ writes: [calendarsPut(later)] });
  });

  // Otherwise a removal, or a newer push, that was decided before could not notice it.
  it("of other times writes the calendar too, though it stays the same, and raises the day's version", async () => {
    const { writes } = await push(11);
    expect(plainWrites(writes)).toEqual([
      calendarsPut(AS_OF),
      { Update: expect.objectContaining({ Key: { pk: dayItem.pk, sk: dayItem.sk } }) },
      { Put: { Item: { ...busyKey, version: 8, times: [[hour(11), hour(12)]] } } },
    ]);
  });

  it("of no times removes the item of the date", async () => {
    expect((await push(null)).writes?.at(-1)).toEqual({ Delete: { Key: busyKey } });
  });
});

/** Minutes of the date. */
const time = (from: number, to: number) => ({ start_at: instant(from / 60), end_at: instant(to / 60) });
const times = (count: number, minutes: number) =>
  Array.from({ length: count }, (_, index) => time(index * minutes, (index + 0.5) * minutes));

/** Pushes to the calendar of a member, for the whole date unless the body says otherwise. */
const pushOf = (json: object, stored: readonly Item[] = [], member = attorney) =>
  decided(pushBusyTimes, {
    json: { from: instant(0), to: instant(24), busy: [], as_of: AS_OF, ...json },
    stored: [memberToItem(FIRM_ID, member), ...stored],
    request: { params: { id: attorney.id, calendar: "court" } },
  });

/** Stores a date on which the calendar has 50 times of ten minutes. */
const full = [
  calendarsItem,
  dayItem,
  {
    ...busyItem,
    times: Array.from({ length: 50 }, (_, index) => [hour(index / 3), hour((index + 0.5) / 3)]),
  },
];

const bookedAt = (minutes: readonly number[], changes: Partial<Consultation> = {}) =>
  bookedItems(
    FIRM_ID,
    minutes.map((minute) =>
      newConsultation({
        ...{ id: idInOrder(minute), attorneyId: attorney.id, startAt: instant(minute / 60) },
        ...{ durationMinutes: 5, ...changes },
      }),
    ),
  );
const booked = (count: number) => bookedAt(Array.from({ length: count }, (_, index) => index * 10));

describe("a push is accepted", () => {
  it.each<[string, object, object, Item[]?, Member?]>([
    ["of 50 times on a date", { busy: times(50, 20) }, { changed_days: 1 }],
    ["for 31 days", { to: instant(31 * 24) }, { changed_days: 0 }],
    ["for a member who cannot be booked", {}, {}, [], { ...attorney, active: false, schedulable: false }],
    [
      "that splits one of 50 times",
      { from: instant(4 / 60), to: instant(6 / 60) },
      { changed_days: 1 },
      full,
    ],
    ["that newly overlaps 40 consultations", { busy: [time(0, 400)] }, { changed_days: 1 }, booked(40)],
  ])("%s", async (...[, json, answer, stored, member]) => {
    expect(await pushOf(json, stored, member)).toMatchObject({ answer });
  });
});

describe("a push is refused", () => {
  it.each<[string, object, string[], Item[]?]>([
    ["for more than 31 days", { to: new Date(hour(31 * 24) + 1).toISOString() }, ["to"]],
    ["of 501 times", { busy: times(501, 2) }, ["busy"]],
    ["of 51 times on a date", { busy: times(51, 2) }, ["busy"]],
    ["of a time that ends as it starts", { busy: [time(60, 60)] }, ["busy[0].end_at"]],
    ["with a uid of 256 characters", { busy: [{ ...time(0, 5), uid: "u".repeat(256) }] }, ["busy[0].uid"]],
    ["to be stale in less than five minutes", { stale_after_min: 4 }, ["stale_after_min"]],
    ["without times", { busy: undefined }, ["busy"]],
    [
      "that splits one of 50 times and adds one",
      { from: instant(4 / 60), to: instant(6 / 60), busy: [time(4, 5)] },
      ["busy"],
      full,
    ],
    ["that newly overlaps 41 consultations", { busy: [time(0, 410)] }, ["to"], booked(41)],
  ])("%s", async (_, json, fields, stored = []) => {
    expect(await refusalOf(pushOf(json, stored))).toEqual(["invalid_request", ...fields]);
  });
});

it.each(["scheduled", "canceled"] as const)(
  "leaves out the times of a consultation that is %s by its UID, and no time of another one",
  async (status) => {
    const stored = bookedAt([600], { id: NEW_ID, status });
    const busy = [`${NEW_ID}@intake`, NEW_ID.toUpperCase()].map((uid) => ({ ...time(600, 700), uid }));
    expect(await pushOf({ busy }, stored)).toMatchObject({ answer: { changed_days: 0 } });
    const other = { ...time(800, 810), uid: `${idInOrder(1)}@intake` };
    expect(await pushOf({ busy: [other] }, stored)).toMatchObject({ answer: { changed_days: 1 } });
  },
);

it.each([
  ["no event", [hour(22), hour(24), hour(22), hour(26)], 0],
  ["one event", [hour(8), hour(9)], 1],
])(
  "has %s of a consultation across midnight, by what the calendar had on the date before",
  async (_, time, count) => {
    const across = newConsultation({ attorneyId: attorney.id, startAt: instant(23), durationMinutes: 120 });
    const [item, first, second] = bookedItems(FIRM_ID, [across]);
    const stored = [
      ...[calendarsItem, { ...item }, { ...second }],
      { ...first, version: 7, calendars: { court: 7 } },
      { ...busyItem, times: [time] },
    ] as Item[];
    const busy = [{ start_at: instant(22), end_at: instant(26) }];
    const { writes, ...decision } = await pushOf({ from: instant(24), to: instant(48), busy }, stored);
    expect(decision).toMatchObject({ answer: { overlapping: [across.id] } });
    expect(JSON.stringify(writes).split("#BUSYOVERLAP")).toHaveLength(1 + count);
  },
);
