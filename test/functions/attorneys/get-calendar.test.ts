import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/attorneys/get-calendar.ts";
import { handler as archive } from "../../../functions/consultations/archive-consultation.ts";
import { handler as complete } from "../../../functions/consultations/complete-consultation.ts";
import { handler as noShow } from "../../../functions/consultations/mark-no-show.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { createBookingFixture } from "../../support/consultations.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, newAttorney, book, patch, hold, deleteHold, send } = useBookingFixture(table);
const MARCH = { from: "2055-03-01T00:00:00Z", to: "2055-04-01T00:00:00Z" };

const get = (query: Record<string, string> = MARCH, { key, attorney } = fixture) =>
  call(handler, { key, params: { id: attorney.id }, query });
const finish = async (endpoint: typeof complete, id: string) => {
  const response = await send(endpoint, { params: { id } });
  expect(response.status).toBe(200);
  return response.body;
};

describe("GET /api/attorneys/{id}/calendar", () => {
  it("shows live and completed consultations as they are, by start", async () => {
    const at = async (minute: number) => (await book({ start_at: atMinute(minute), data: { fee: 5 } })).body;
    const [third, canceled, first, missed, second, fourth] = [
      await at(600),
      await at(60),
      await at(120),
      await at(180),
      await at(240),
      await at(1_500),
    ];
    const expected = [
      await finish(complete, first.id),
      (await patch(second.id, { start_at: atMinute(300) })).body,
      await finish(archive, third.id),
      fourth,
    ];
    await patch(canceled.id, { status: "canceled" });
    await finish(noShow, missed.id);
    await book({ attorney_id: (await newAttorney()).id });
    const { status, body } = await get();
    expect([status, body]).toEqual([
      200,
      {
        data: { consultations: expected, holds: [], time_off: [], holidays: [], busy: [] },
        time_zone: "UTC",
      },
    ]);
  });

  it("shows live holds that overlap the range, apart from consultations, until they are booked, deleted or expired", async () => {
    const heldAt = async (minute: number) => (await hold({ start_at: atMinute(minute) })).body;
    const [later, converted, acrossMidnight] = [await heldAt(600), await heldAt(120), await heldAt(1_410)];
    const shown = async (from: number, to: number) =>
      (await get({ from: atMinute(from), to: atMinute(to) })).body.data;
    expect((await shown(0, 2_880)).holds).toEqual([converted, later, acrossMidnight]);
    expect((await shown(660, 1_410)).holds).toEqual([]);
    expect((await shown(1_469, 1_480)).holds).toEqual([acrossMidnight]);
    const booked = await book({ start_at: atMinute(120), hold_id: converted.id });
    const { consultations, holds } = await shown(0, 1_000);
    expect([consultations, holds]).toEqual([[booked.body], [later]]);
    await deleteHold(later.id);
    expect((await shown(0, 2_880)).holds).toEqual([acrossMidnight]);
    fakeDate(Date.parse(acrossMidnight.expires_at) + 1_000);
    expect((await shown(0, 2_880)).holds).toEqual([]);
  });

  it("shows consultations that overlap the range, each once", async () => {
    const ids: string[] = [];
    for (const [minute, minutes] of [
      [0, 60],
      [60, 60],
      [1_400, 60],
      [2_880, 1_440],
      [4_320, 60],
    ] as const) {
      ids.push((await book({ start_at: atMinute(minute), duration_min: minutes })).body.id);
    }
    const idsWithin = async (from: number, to: number) => {
      const { body } = await get({ from: atMinute(from), to: atMinute(to) });
      return body.data.consultations.map(({ id }: { id: string }) => ids.indexOf(id));
    };
    expect(await idsWithin(0, 10_000)).toEqual([0, 1, 2, 3, 4]);
    expect(await idsWithin(60, 4_320)).toEqual([1, 2, 3]);
    expect(await idsWithin(59.5, 1_400)).toEqual([0, 1]);
    expect(await idsWithin(1_459, 1_460)).toEqual([2]);
    expect(await idsWithin(1_460, 2_880)).toEqual([]);
    expect(await idsWithin(3_000, 3_001)).toEqual([3]);
  });

  it("shows the time off and holidays that overlap the range, by the attorney's clock, as stored", async () => {
    const day = (date: string) => ({ startDate: date, endDate: date, reason: "Leave" });
    const hours = (from: string, to: string) => ({ startAt: from, endAt: to, reason: "" });
    const attorney = await newAttorney({
      timeZone: "America/New_York",
      timeOff: [
        day("2055-03-01"),
        day("2055-03-02"),
        { startDate: "2055-02-01", endDate: "2055-03-31", reason: "Sabbatical" },
        day("2055-03-04"),
        hours("2055-03-02T04:00:00.000Z", "2055-03-02T05:00:00.000Z"),
        hours("2055-03-02T04:00:00.000Z", "2055-03-02T05:00:00.001Z"),
        hours("2055-03-04T04:59:59.999Z", "2055-03-05T00:00:00.000Z"),
        hours("2055-03-04T05:00:00.000Z", "2055-03-05T00:00:00.000Z"),
      ],
    });
    const holiday = (date: string) => ({ startDate: date, endDate: date, name: `Holiday of ${date}` });
    const holidays = ["2055-03-01", "2055-03-03", "2055-03-04"].map(holiday);
    await changeSetting(table, fixture.firmId, "holidays", holidays);
    // Two days in New York.
    const { body } = await get(
      { from: "2055-03-02T05:00:00Z", to: "2055-03-04T05:00:00Z" },
      { ...fixture, attorney },
    );
    await changeSetting(table, fixture.firmId, "holidays", []);
    expect(body.time_zone).toBe("America/New_York");
    expect(body.data.time_off).toEqual([
      { start_date: "2055-03-02", end_date: "2055-03-02", reason: "Leave" },
      { start_date: "2055-02-01", end_date: "2055-03-31", reason: "Sabbatical" },
      { start_at: "2055-03-02T04:00:00.000Z", end_at: "2055-03-02T05:00:00.001Z", reason: "" },
      { start_at: "2055-03-04T04:59:59.999Z", end_at: "2055-03-05T00:00:00.000Z", reason: "" },
    ]);
    expect(body.data.holidays).toEqual([
      { start_date: "2055-03-03", end_date: "2055-03-03", name: "Holiday of 2055-03-03" },
    ]);
  });

  it.each([{ active: false }, { schedulable: false }])(
    "shows the time off of an attorney with %j",
    async (changes) => {
      const attorney = await newAttorney(changes);
      expect((await get(MARCH, { ...fixture, attorney })).status).toBe(200);
    },
  );

  it.each<[Record<string, string>, string[]]>([
    [{}, ["from", "to"]],
    [{ from: MARCH.to, to: MARCH.from }, ["to"]],
    [{ from: MARCH.from, to: "2055-04-01T00:00:00.001Z" }, ["to"]],
  ])("rejects %j, naming %j", async (query, fields) => {
    const response = await get(query);
    expect([response.status, violationFields(response)]).toEqual([422, fields]);
  });
});

it("shows no consultation of another firm's attorney with the same id", async () => {
  const other = await createBookingFixture(table, { id: fixture.attorney.id });
  await book();
  expect((await get()).body.data.consultations).toHaveLength(1);
  expect((await get(MARCH, other)).body.data.consultations).toEqual([]);
});
