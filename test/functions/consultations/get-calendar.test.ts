import { describe, expect, it } from "@jest/globals";
import { handler as archive } from "../../../functions/consultations/archive-consultation.ts";
import { handler as complete } from "../../../functions/consultations/complete-consultation.ts";
import { handler } from "../../../functions/consultations/get-calendar.ts";
import { handler as noShow } from "../../../functions/consultations/mark-no-show.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { createBookingFixture } from "../../support/consultations.ts";
import { call } from "../../support/http-call.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, newAttorney, book, patch, hold, send } = useBookingFixture(table);
const MARCH = { from: "2055-03-01T00:00:00Z", to: "2055-04-01T00:00:00Z" };

const get = (query: Record<string, string> = MARCH, { key, attorney } = fixture) =>
  call(handler, { key, params: { id: attorney.id }, query });
const finish = async (endpoint: typeof complete, id: string) => {
  const response = await send(endpoint, { params: { id } });
  expect(response.status).toBe(200);
  return response.body;
};

describe("GET /api/attorneys/{id}/calendar", () => {
  it("shows holds, and live and completed consultations as they are, by start", async () => {
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
    const held = (await hold({ start_at: atMinute(720) })).body;
    const { status, body } = await get();
    expect([status, body]).toEqual([
      200,
      {
        data: { consultations: expected, holds: [held], time_off: [], holidays: [], busy: [] },
        time_zone: "UTC",
      },
    ]);
  });

  it("shows the time off and holidays that overlap the range, also of a member who is not active", async () => {
    const attorney = await newAttorney({
      ...{ active: false, timeZone: "America/New_York" },
      timeOff: [{ startDate: "2055-03-03", endDate: "2055-03-03", reason: "Leave" }],
    });
    const holidays = [{ startDate: "2055-03-04", endDate: "2055-03-04", name: "Founders' day" }];
    await changeSetting(table, fixture.firmId, "holidays", holidays);
    const { body } = await get(MARCH, { ...fixture, attorney });
    await changeSetting(table, fixture.firmId, "holidays", []);
    expect(body).toMatchObject({
      data: {
        time_off: [{ start_date: "2055-03-03", end_date: "2055-03-03", reason: "Leave" }],
        holidays: [{ start_date: "2055-03-04", end_date: "2055-03-04", name: "Founders' day" }],
      },
      time_zone: "America/New_York",
    });
  });
});

it("shows no consultation of another firm's attorney with the same id", async () => {
  const other = await createBookingFixture(table, { id: fixture.attorney.id });
  await book();
  expect((await get()).body.data.consultations).toHaveLength(1);
  expect((await get(MARCH, other)).body.data.consultations).toEqual([]);
});
