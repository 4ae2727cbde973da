import { describe, expect, it } from "@jest/globals";
import { pushBusyTimesEndpoint } from "../../shared/calendars/busy-calendar.contract.ts";
import { pushBusyTimes } from "../../shared/calendars/push-busy-times.ts";
import { memberToItem } from "../../shared/members/member.store.ts";
import { attorneyCalendarsKey, busyTimesKey, dayKey } from "../../shared/table/record-keys.ts";
import { FIRST_ATTEMPT } from "../../shared/table/retry.ts";
import { decided, FIRM_ID, plainWrites, requestWith } from "../support/decisions.ts";
import { newMember } from "../support/firms.ts";

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
