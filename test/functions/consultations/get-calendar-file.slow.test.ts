import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as getHandler } from "../../../functions/consultations/get-calendar-file.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { calendarEvent } from "../../support/calendar-event.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { book, patch, send } = useBookingFixture(table);
let params: { id: string };
beforeEach(async () => {
  params = { id: String((await book()).body.id) };
});

const get = () => send(getHandler, { params });

const shown = async () => calendarEvent((await get()).body);

describe("GET /api/consultations/{id}/calendar.ics", () => {
  it("is a file that stays the same until the consultation changes, and then has a higher SEQUENCE and the instant of the change", async () => {
    const { headers, body } = await get();
    expect(headers).toMatchObject({
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="consultation.ics"',
      "cache-control": "no-store",
    });
    expect((await get()).body).toBe(body);
    fakeDate(Date.parse("2054-01-01T08:00:00.900Z"));
    await patch(params.id, { start_at: "2055-03-03T12:00:00Z" });
    const moved = await shown();
    expect(moved).toMatchObject({
      dtstamp: "2054-01-01T08:00:00Z",
      sequence: "2",
      status: "CONFIRMED",
      dtstart: "2055-03-03T12:00:00Z",
      summary: expect.stringMatching(/^Initial, .+, Test Law$/),
    });
    await patch(params.id, { status: "canceled" });
    expect(await shown()).toEqual({ ...moved, sequence: "3", status: "CANCELLED" });
  });

  it("takes two round trips, whether or not the settings are cached", async () => {
    await get();
    expect(await recordStoreCalls(get)).toEqual(["Get", "Get"]);
    advanceDate(SETTINGS_CACHE_MILLISECONDS);
    expect(await recordStoreCalls(get)).toEqual(["BatchGet", "Get"]);
  });
});
