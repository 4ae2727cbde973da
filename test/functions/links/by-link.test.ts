import { beforeAll, describe, expect, it } from "@jest/globals";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, newAttorney, book, patch, updateFirm } = useBookingFixture(table);
const { newLink, list } = linkCalls(() => fixture);
const withAttorney = () => newLink({ type: MEETING.key, attorney_id: fixture.attorney.id });

beforeAll(() =>
  updateFirm({
    ...SELF_SERVICE,
    self_service: { enabled: true, language: "es" },
    contact_phone: "(212) 555-0100",
  }),
);

describe("a link", () => {
  it("books what it is for, and shows it then", async () => {
    const link = await withAttorney();
    expect(link.url).toMatch(/^https?:\/\/.*\/book#itl_\w{49}$/);
    const client = byLink(link.token);
    const { body: before } = await client.state();
    expect(before).toMatchObject({
      id: link.id,
      firm: { name: "Test Law", time_zone: "America/New_York" },
      contact_phone: "+12125550100",
      language: "es",
      attorney: { name: fixture.attorney.name, time_zone: "UTC" },
      type: "First meeting",
      duration_min: 60,
      time_zone: "UTC",
      consultation: null,
      allowed: { book: true, reschedule: false, cancel: false },
    });
    const booked = await client.book("2055-03-03T12:00:00+02:00");
    expect(booked).toMatchObject({
      status: 201,
      body: { type: "First meeting", status: "scheduled", start_at: "2055-03-03T10:00:00.000Z" },
    });
    const { body: after } = await client.state();
    expect(after).toMatchObject({
      consultation: booked.body,
      allowed: { book: false, reschedule: true, cancel: true },
      expires_at: "2055-04-02T11:00:00.000Z",
    });
    const { body: links } = await list();
    expect(links.data).toContainEqual({ ...links.data[0], id: link.id, consultation_id: booked.body.id });
  });

  it("books once: a repeat of the start returns the same consultation, another start is refused", async () => {
    const client = byLink((await withAttorney()).token);
    const first = await client.book(atMinute(60));
    const repeated = await client.book(atMinute(60));
    expect([repeated.status, repeated.body]).toEqual([201, first.body]);
    expect(repeated.headers).toMatchObject({ "idempotent-replayed": "true" });
    expect(first.headers).not.toHaveProperty("idempotent-replayed");
    const other = await client.book(atMinute(120));
    expect([other.status, other.body.error.code]).toEqual([422, "self_service_not_allowed"]);
    expect(violationFields(other)).toEqual(["link"]);
  });

  it("offers starts that it accepts, also in its own slot", async () => {
    await book({ start_at: atMinute(660) });
    const client = byLink((await withAttorney()).token);
    const starts = async () =>
      (await client.availability()).body.data.map(({ start_at }: { start_at: string }) => start_at);
    expect(await starts()).toEqual([atMinute(600)]);
    expect((await client.book(atMinute(660))).body.error).toMatchObject({
      code: "slot_unavailable",
      next_available: [atMinute(720), atMinute(735), atMinute(750)],
    });
    expect((await client.book(atMinute(600))).status).toBe(201);
    expect(await starts()).toEqual([atMinute(600)]);
    const moved = await client.move(atMinute(660));
    expect(moved.body.error).toMatchObject({
      code: "slot_unavailable",
      next_available: [atMinute(720), atMinute(735), atMinute(750)],
    });
  });

  it("moves and cancels its consultation, which a PATCH answers with 404 then", async () => {
    const client = byLink((await withAttorney()).token);
    const { body: booked } = await client.book(atMinute(0));
    const moved = await client.move(atMinute(90));
    expect([moved.status, moved.body]).toEqual([
      200,
      { ...booked, status: "rescheduled", start_at: atMinute(90) },
    ]);
    const canceled = await client.cancel();
    expect([canceled.status, canceled.body]).toEqual([200, { ...moved.body, status: "canceled" }]);
    expect((await client.cancel()).status).toBe(404);
    expect((await client.change({ start_at: 7 })).status).toBe(404);
    expect((await client.state()).body).toMatchObject({
      consultation: { status: "canceled" },
      allowed: { book: false, reschedule: false, cancel: false },
    });
    expect((await client.book(atMinute(90))).body.error.code).toBe("self_service_not_allowed");
  });

  it("books any attorney of the type's pool if it names none, and shows the firm's zone until then", async () => {
    const client = byLink((await newLink()).token);
    expect((await client.state()).body).toMatchObject({
      attorney: null,
      firm: { time_zone: "America/New_York" },
      time_zone: "America/New_York",
    });
    expect((await client.availability()).body.time_zone).toBe("America/New_York");
    const { status, body } = await client.book(atMinute(0));
    expect([status, body.attorney.time_zone]).toEqual([201, "UTC"]);
  });

  it("shows the zone of the consultation's current attorney, beside the zone of the consultation", async () => {
    const { body: consultation } = await book();
    const client = byLink((await newLink({ consultation_id: consultation.id })).token);
    const colleague = await newAttorney({ name: "Ruth", timeZone: "Europe/Berlin" });
    await patch(consultation.id, { attorney_id: colleague.id });
    const attorney = { name: "Ruth", time_zone: "Europe/Berlin" };
    expect((await client.state()).body).toMatchObject({
      attorney,
      time_zone: "UTC",
      consultation: { attorney, time_zone: "UTC" },
    });
    expect((await client.move(atMinute(90))).body).toMatchObject({ attorney, time_zone: "UTC" });
  });
});
