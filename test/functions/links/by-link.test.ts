import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as recordPaymentHandler } from "../../../functions/consultations/record-payment.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { byLink, linkCalls, MEETING, SELF_SERVICE } from "../../support/links.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, book, patch, send, updateFirm } = useBookingFixture(table);
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
  it("books what it is for once, and shows it then", async () => {
    const link = await withAttorney();
    expect(link.url).toMatch(/^https?:\/\/.*\/book#itl_\w{49}$/);
    const client = byLink(link.token);
    const { body: before } = await client.state();
    expect(before).toMatchObject({
      ...{ id: link.id, firm: { name: "Test Law", time_zone: "America/New_York" }, language: "es" },
      ...{ contact_phone: "+12125550100", attorney: { name: fixture.attorney.name, time_zone: "UTC" } },
      ...{ type: "First meeting", consultation: null },
      allowed: { book: true, reschedule: false, cancel: false },
    });
    const booked = await client.book("2055-03-03T12:00:00+02:00");
    expect(booked).toMatchObject({ status: 201, body: { start_at: "2055-03-03T10:00:00.000Z" } });
    expect(booked.headers).not.toHaveProperty("idempotent-replayed");
    expect((await client.state()).body).toMatchObject({
      consultation: booked.body,
      allowed: { book: false, reschedule: true, cancel: true },
      expires_at: "2055-04-02T11:00:00.000Z",
    });
    const { body: links } = await list();
    expect(links.data).toContainEqual({ ...links.data[0], id: link.id, consultation_id: booked.body.id });
    const repeated = await client.book("2055-03-03T10:00:00Z");
    expect([repeated.status, repeated.body]).toEqual([201, booked.body]);
    expect(repeated.headers).toMatchObject({ "idempotent-replayed": "true" });
    const other = await client.book(atMinute(120));
    expect([other.status, other.body.error.code]).toEqual([422, "self_service_not_allowed"]);
  });

  it("offers starts that it accepts, also in its own slot, and moves and cancels its consultation", async () => {
    await book({ start_at: atMinute(660) });
    const taken = { code: "slot_unavailable", next_available: [720, 735, 750].map(atMinute) };
    const client = byLink((await withAttorney()).token);
    const starts = async () =>
      (await client.availability()).body.data.map(({ start_at }: { start_at: string }) => start_at);
    expect(await starts()).toEqual([atMinute(600)]);
    expect((await client.book(atMinute(660))).body.error).toMatchObject(taken);
    const { body: booked } = await client.book(atMinute(600));
    expect(await starts()).toEqual([atMinute(600)]);
    expect((await client.move(atMinute(660))).body.error).toMatchObject(taken);
    const moved = await client.move(atMinute(90));
    expect([moved.status, moved.body]).toEqual([
      200,
      { ...booked, status: "rescheduled", start_at: atMinute(90) },
    ]);
    const canceled = await client.cancel();
    expect([canceled.status, canceled.body]).toEqual([200, { ...moved.body, status: "canceled" }]);
    expect((await client.cancel()).status).toBe(404);
  });

  it("changes only the appointment that If-Match names, whatever reminders, payments and notes did", async () => {
    const client = byLink((await withAttorney()).token);
    const etag = async () => (await client.state()).body.etag;
    expect(await etag()).toBeNull();
    const { body: booked } = await client.book(atMinute(1_440));
    const first = await etag();
    expect(first).toMatch(/^"[\w-]{22}"$/);
    await patch(booked.id, { location: "Room 5" });
    await send(recordPaymentHandler, { params: { id: booked.id }, body: { paid: true, amount: 20 } });
    expect(await etag()).toBe(first);
    await patch(booked.id, { start_at: atMinute(1_500) });
    const conflict = [409, "version_conflict"];
    for (const body of [{ status: "canceled" }, { start_at: atMinute(1_560) }]) {
      const refused = await client.change(body, first);
      expect([refused.status, refused.body.error.code]).toEqual(conflict);
    }
    expect((await client.change({ start_at: atMinute(1_500) }, first)).status).toBe(200);
    for (const malformed of [`W/${first}`, first.replaceAll('"', ""), ""])
      expect(violationFields(await client.change({ status: "canceled" }, malformed))).toEqual(["If-Match"]);
    expect((await client.change({ start_at: atMinute(1_560) }, await etag())).status).toBe(200);
    expect((await client.change({ status: "canceled" }, `${first}, ${await etag()}`)).status).toBe(200);
    expect((await client.change({ status: "canceled" }, first)).status).toBe(404);
  });

  it("books any attorney of the type's pool if it names none, and shows the firm's zone until then", async () => {
    const client = byLink((await newLink()).token);
    expect((await client.state()).body).toMatchObject({
      attorney: null,
      firm: { time_zone: "America/New_York" },
      time_zone: "America/New_York",
      allowed: { book: true },
    });
    expect((await client.availability()).body.time_zone).toBe("America/New_York");
    const { status, body } = await client.book(atMinute(0));
    expect([status, body.attorney.time_zone]).toEqual([201, "UTC"]);
  });
});
