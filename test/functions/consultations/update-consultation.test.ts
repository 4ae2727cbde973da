import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handler as bookHandler } from "../../../functions/consultations/book-consultation.ts";
import { handler } from "../../../functions/consultations/update-consultation.ts";
import { consultation } from "../../../shared/consultations/consultation.contract.ts";
import { memberToItem } from "../../../shared/members/member.store.ts";
import { expectConsistentSlots, ROUND_THE_CLOCK_IN_UTC } from "../../support/booking-fixture.ts";
import {
  type BookingFixture,
  bookingBody,
  createBookingFixture,
  readStoredConsultations,
} from "../../support/consultations.ts";
import { ATTORNEY_HOURS, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let fixture: BookingFixture;
let id: string;

/** Each test has its own attorney with one booking at 10:00. */
beforeAll(async () => {
  fixture = await createBookingFixture(table);
});
beforeEach(async () => {
  const attorney = await addMember(table, fixture.firmId, ROUND_THE_CLOCK_IN_UTC);
  fixture = { ...fixture, attorney };
  id = (await book()).body.id;
});

const book = (changes = {}) => call(bookHandler, { key: fixture.key, body: bookingBody(fixture, changes) });
const patch = (body: unknown, of = id, key = fixture.key) => call(handler, { key, params: { id: of }, body });
const cancel = (of = id) => patch({ status: "canceled" }, of);
const isFree = async (start_at: string) => (await book({ start_at })).status === 201;

describe("PATCH /api/consultations/{id} to reschedule", () => {
  it.each<[string, Record<string, unknown>]>([
    ["another hour", { start_at: "2055-03-03T13:00:00.000Z" }],
    ["a slot that overlaps its own", { start_at: "2055-03-03T10:30:00.000Z" }],
    ["another day", { start_at: "2055-03-04T10:00:00.000Z" }],
    ["across midnight", { start_at: "2055-03-03T23:30:00.000Z" }],
    ["a whole day", { duration_min: 1440 }],
    ["shorter", { duration_min: 5 }],
    ["another zone", { time_zone: "Europe/Berlin" }],
    ["everything", { start_at: "2055-03-05T23:00:00.000Z", duration_min: 1440, time_zone: "Asia/Tokyo" }],
  ])("changes only the given fields: %s", async (_, change) => {
    const { status, body } = await patch(change);
    expect(status).toBe(200);
    expect(consultation().parse(body)).toEqual(body);
    expect(body).toMatchObject({ ...bookingBody(fixture), ...change, id, status: "rescheduled" });
  });

  it("releases the slot of the previous attorney", async () => {
    const second = await addMember(table, fixture.firmId, ROUND_THE_CLOCK_IN_UTC);
    const { body } = await patch({ attorney_id: second.id.toUpperCase() });
    expect([body.attorney_id, body.status]).toEqual([second.id, "rescheduled"]);
    expect(await isFree("2055-03-03T10:00:00Z")).toBe(true);
  });

  it("releases the old slot and takes the new one", async () => {
    await patch({ start_at: "2055-03-03T10:30:00Z" });
    expect(await isFree("2055-03-03T09:30:00Z")).toBe(true);
    expect(await isFree("2055-03-03T11:00:00Z")).toBe(false);
  });

  it.each([
    { start_at: "2055-03-03T10:00:00Z" },
    { start_at: "2055-03-03T11:00:00+01:00", duration_min: 60, time_zone: "UTC" },
  ])("changes nothing and checks no rule for the same slot: %j", async (same) => {
    const closed = { ...fixture.attorney, officeHours: [], active: false, version: 2 };
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: memberToItem(fixture.firmId, closed) }),
    );
    const before = await readStoredConsultations(table);
    const body = { ...same, attorney_id: fixture.attorney.id };
    const response = await patch(body);
    expect([response.status, response.body.status]).toEqual([200, "scheduled"]);
    expect(await readStoredConsultations(table)).toEqual(before);
  });

  it("is checked like a booking, and offers slots that can be booked", async () => {
    const attorney = await addMember(table, fixture.firmId, {
      officeHours: ATTORNEY_HOURS,
      timeZone: "UTC",
      timeOff: [{ startDate: "2055-03-04", endDate: "2055-03-04", reason: "" }],
    });
    await book({ attorney_id: attorney.id, start_at: "2055-03-03T15:00:00Z" });
    const rejection = async (start_at: string) => {
      const { status, body } = await patch({ attorney_id: attorney.id, start_at });
      return [status, body.error.code, body.error.next_available[0]];
    };
    expect(await rejection("2055-03-06T10:00:00Z")).toEqual([
      422,
      "outside_office_hours",
      "2055-03-08T09:00:00.000Z",
    ]);
    expect(await rejection("2055-03-04T10:00:00Z")).toEqual([
      422,
      "attorney_unavailable",
      "2055-03-05T09:00:00.000Z",
    ]);
    expect(await rejection("2055-03-03T15:59:59.999Z")).toEqual([
      409,
      "slot_unavailable",
      "2055-03-03T16:00:00.000Z",
    ]);
    expect((await patch({ attorney_id: attorney.id, start_at: "2055-03-03T16:00:00Z" })).status).toBe(200);
  });

  it("offers slots that overlap its own", async () => {
    await book({ start_at: "2055-03-03T11:00:00Z" });
    const { body } = await patch({ start_at: "2055-03-03T09:59:00Z", duration_min: 90 });
    expect(body.error.code).toBe("slot_unavailable");
    const halfAnHour = await patch({ start_at: "2055-03-03T10:31:00Z", duration_min: 30 });
    expect(halfAnHour.body.error.next_available[0]).toBe("2055-03-03T12:00:00.000Z");
    expect((await patch({ start_at: "2055-03-03T10:30:00Z", duration_min: 30 })).status).toBe(200);
  });

  it.each([{ active: false }, { schedulable: false }])("rejects an attorney with %j", async (changes) => {
    const second = await addMember(table, fixture.firmId, changes);
    const { status, body } = await patch({ attorney_id: second.id });
    expect([status, body.error.details[0].field]).toEqual([422, "attorney_id"]);
  });

  it("rejects an attorney of another firm", async () => {
    const other = await createBookingFixture(table);
    const { status, body } = await patch({ attorney_id: other.attorney.id });
    expect([status, body.error.details[0].field]).toEqual([422, "attorney_id"]);
  });

  it("changes only the start when the body has only a start", async () => {
    const bodies = [
      { start_at: "2055-03-09T10:00:00.000Z", attorney_id: fixture.attorney.id },
      // this instance now has the attorney in its cache
      { start_at: "2055-03-10T10:00:00.000Z" },
      { start_at: "2055-03-11T23:30:00.000Z" },
    ];
    for (const body of bodies) {
      expect((await patch(body)).body).toMatchObject({ ...bookingBody(fixture), ...body });
    }
    await expectConsistentSlots(table);
  });

  it("keeps attorney and duration when this instance has cached others", async () => {
    const other = await addMember(table, fixture.firmId, ROUND_THE_CLOCK_IN_UTC);
    const { body } = await book({ attorney_id: other.id });
    await patch({ start_at: "2055-03-09T10:00:00Z" });
    expect((await patch({ start_at: "2055-03-10T10:00:00Z" }, body.id)).body).toMatchObject({
      attorney_id: other.id,
      duration_min: 60,
    });
    await patch({ duration_min: 1440 });
    expect((await patch({ start_at: "2055-03-12T10:00:00Z" })).body).toMatchObject({
      attorney_id: fixture.attorney.id,
      duration_min: 1440,
    });
    expect((await patch({ duration_min: 30 })).body).toMatchObject({
      start_at: "2055-03-12T10:00:00.000Z",
      duration_min: 30,
    });
    await expectConsistentSlots(table);
  });
});

describe("PATCH /api/consultations/{id} to cancel", () => {
  it("cancels and releases the slot", async () => {
    const { status, body } = await cancel();
    expect([status, body.status, body.start_at]).toEqual([200, "canceled", "2055-03-03T10:00:00.000Z"]);
    expect(await isFree("2055-03-03T10:00:00Z")).toBe(true);
  });
});

it("stores exactly the slots of open consultations after reschedules and a cancel", async () => {
  const second = (await book({ start_at: "2055-03-03T12:00:00Z" })).body.id;
  expect((await patch({ start_at: "2055-03-03T23:30:00Z" })).status).toBe(200);
  expect((await patch({ start_at: "2055-03-04T12:00:00Z" }, second)).status).toBe(200);
  expect((await cancel(second)).status).toBe(200);
  await expectConsistentSlots(table);
});
