import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as getHandler } from "../../../functions/consultations/get-calendar-file.ts";
import { handler as updateLeadHandler } from "../../../functions/leads/update-lead.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { calendarEvent } from "../../support/calendar-event.ts";
import { advanceDate, fakeDate } from "../../support/fake-date.ts";
import { SETTINGS_CACHE_MILLISECONDS } from "../../support/settings.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book, patch, send } = useBookingFixture(table);
let params: { id: string };
beforeEach(async () => {
  params = { id: String((await book({ amount: 98_765_432 })).body.id) };
});

const get = () => send(getHandler, { params });

const shown = async () => calendarEvent((await get()).body);

describe("GET /api/consultations/{id}/calendar.ics", () => {
  it("answers with a file", async () => {
    const { status, headers } = await get();
    expect([status, headers]).toEqual([
      200,
      expect.objectContaining({
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": 'attachment; filename="consultation.ics"',
        "cache-control": "no-store",
      }),
    ]);
  });

  it("shows when, what and with whom, and no price or contact", async () => {
    await send(updateLeadHandler, {
      params: { id: fixture.leadId },
      body: { first_name: "Dana; BEGIN:VEVENT", last_name: "Müller", email: "dana@example.com" },
    });
    expect(await shown()).toEqual({
      uid: `${params.id}@intake`,
      dtstamp: expect.any(String),
      sequence: "1",
      status: "CONFIRMED",
      dtstart: "2055-03-03T10:00:00Z",
      dtend: "2055-03-03T11:00:00Z",
      summary: "Initial, Dana; BEGIN:VEVENT Müller, Test Law",
    });
    expect((await get()).body).not.toMatch(/98765432|example\.com/);
  });

  it("is the same until the consultation changes, and then has a higher SEQUENCE and the instant of the change", async () => {
    expect((await get()).body).toBe((await get()).body);
    fakeDate(Date.parse("2054-01-01T08:00:00.999Z"));
    await patch(params.id, { start_at: "2055-03-03T12:00:00Z" });
    const moved = await shown();
    expect(moved).toMatchObject({
      dtstamp: "2054-01-01T08:00:00Z",
      sequence: "2",
      status: "CONFIRMED",
      dtstart: "2055-03-03T12:00:00Z",
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
