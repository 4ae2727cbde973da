import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/consultations/book-consultation.ts";
import { memberToItem } from "../../../shared/members/member.store.ts";
import { expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { bookingBody, createBookingFixture } from "../../support/consultations.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, newAttorney, book, patch, send } = useBookingFixture(table);

describe("POST /api/consultations", () => {
  it("books a slot and returns all fields of the consultation", async () => {
    const { id: attorney_id } = await newAttorney({ timeZone: "America/New_York" });
    const created_at = "2055-03-01T10:00:00.000Z";
    fakeDate(Date.parse(created_at));
    const response = await book({ attorney_id, type: " Initial ", start_at: "2055-03-03T05:00:00-05:00" });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.any(String),
      lead_id: fixture.leadId,
      attorney_id,
      type: "Initial",
      status: "scheduled",
      start_at: "2055-03-03T10:00:00.000Z",
      duration_min: 60,
      time_zone: "America/New_York",
      paid: false,
      amount: null,
      currency: null,
      location: null,
      outcome: null,
      archived: false,
      created_at,
      data: {},
    });
  });

  it("rejects the lead and the attorney of another firm", async () => {
    const other = await createBookingFixture(table);
    const { body } = await book({ lead_id: other.leadId, attorney_id: other.attorney.id });
    expect(violationFields({ body })).toEqual(["lead_id", "attorney_id"]);
  });

  it("names what was sent for a missing field, whether the schema or the firm's types require it", async () => {
    const [id, start_at] = [fixture.leadId, "2055-03-03T10:00:00Z"];
    const body = { lead: id, type: "Initial", start_time: start_at, duration: 60, attorneyId: id };
    const response = await send(handler, { body });
    const messages = response.body.error.details.map(({ message }: { message: string }) => message);
    expect(violationFields(response)).toEqual(["lead_id", "start_at", "attorney_id", "duration_min"]);
    expect(messages.map((message: string) => message.replace(/.*; /, ""))).toEqual(
      ["lead", "start_time", "attorneyId", "duration"].map((name) => `you sent ${name}`),
    );
  });

  it("applies the firm's holidays as soon as they are set", async () => {
    expect((await book()).status).toBe(201);
    const holidays = [{ startDate: "2055-03-03", endDate: "2055-03-03", name: "Founders' day" }];
    await changeSetting(table, fixture.firmId, "holidays", holidays);
    const { body } = await book({ start_at: "2055-03-03T12:00:00Z" });
    await changeSetting(table, fixture.firmId, "holidays", []);
    expect(body.error.code).toBe("attorney_unavailable");
  });

  it("stores exactly the slots of the booked consultations, across midnight too, and refuses a taken slot with the next starts", async () => {
    const bookings = [
      { start_at: "2055-03-03T10:00:00Z" },
      { start_at: "2055-03-03T23:30:00Z" },
      { start_at: "2055-03-04T00:00:00Z" },
      { start_at: "2055-03-04T00:30:00Z" },
      { start_at: "2055-03-05T00:00:00Z", duration_min: 1440 },
    ];
    const statuses = [];
    for (const changes of bookings) statuses.push((await book(changes)).status);
    expect(statuses).toEqual([201, 201, 409, 201, 201]);
    expect((await book({ start_at: "2055-03-03T10:30:00Z" })).body.error).toMatchObject({
      code: "slot_unavailable",
      next_available: ["2055-03-03T11:00:00.000Z", "2055-03-03T11:15:00.000Z", "2055-03-03T11:30:00.000Z"],
    });
    await expectConsistentSlots(table);
  });
});

const bookWith = (key: string) =>
  send(handler, { headers: { "idempotency-key": key }, body: bookingBody(fixture) });

describe("a booking's Idempotency-Key", () => {
  it("returns the current state of the consultation for a repeat, even when a rule would now reject it", async () => {
    const repeat = () => bookWith("repeat");
    const { body: first } = await repeat();
    const closed = { ...fixture.attorney, officeHours: [], active: false, version: 2 };
    const Item = memberToItem(fixture.firmId, closed);
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
    expect((await repeat()).body).toEqual(first);
    const canceled = await patch(first.id, { status: "canceled" });
    expect((await repeat()).body).toEqual(canceled.body);
  });

  it("creates one consultation for 20 concurrent requests", async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => bookWith("parallel")));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
  });
});
