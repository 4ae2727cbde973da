import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as getCalendarFile } from "../../../functions/consultations/get-calendar-file.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { calendarEvent } from "../../support/calendar-event.ts";
import { call } from "../../support/http-call.ts";
import { putLead } from "../../support/leads.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, updateFirm } = useBookingFixture(table);
const { newLink } = linkCalls(() => fixture);
const withAttorney = () => newLink({ type: MEETING.key, attorney_id: fixture.attorney.id });

beforeAll(() => updateFirm(SELF_SERVICE));

describe("GET /api/link/calendar.ics", () => {
  it("returns the client's consultation as a file, with the attorney and without a price", async () => {
    const link = await withAttorney();
    const client = byLink(link.token);
    const before = await client.calendarFile();
    expect([before.status, before.body.error.code]).toEqual([404, "not_found"]);
    const { body: booked } = await client.book(atMinute(0));
    const { status, headers, body } = await client.calendarFile();
    expect([status, headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(headers["content-disposition"]).toMatch(/^attachment; /);
    expect(calendarEvent(body)).toEqual({
      uid: `${booked.id}@intake`,
      dtstamp: expect.any(String),
      sequence: "1",
      status: "CONFIRMED",
      dtstart: "2055-03-03T00:00:00Z",
      dtend: "2055-03-03T01:00:00Z",
      summary: `First meeting, ${fixture.attorney.name}, Test Law`,
      url: link.url,
      description: link.url,
    });
    expect(body).not.toContain(fixture.leadId);
    const staffs = await call(getCalendarFile, { key: fixture.key, params: { id: booked.id } });
    expect([staffs.status, staffs.body.includes("itl_")]).toEqual([200, false]);
  });

  it("answers 401 as soon as the lead is erased", async () => {
    const { id: leadId } = await putLead(table, fixture.firmId);
    const client = byLink(
      (await newLink({ attorney_id: fixture.attorney.id, type: MEETING.key }, leadId)).token,
    );
    await client.book(atMinute(0));
    const erasure = { at: "2055-01-01T00:00:00.000Z", changeId: leadId };
    await putLead(table, fixture.firmId, { id: leadId, erasure });
    expect((await client.calendarFile()).status).toBe(401);
  });
});
