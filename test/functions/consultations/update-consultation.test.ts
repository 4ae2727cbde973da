import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handler as bookHandler } from "../../../functions/consultations/book-consultation.ts";
import { handler } from "../../../functions/consultations/update-consultation.ts";
import { consultation } from "../../../shared/contract/consultations.ts";
import { memberToItem } from "../../../shared/storage/members/member-store.ts";
import {
  type BookingFixture,
  bookingBody,
  createBookingFixture,
  ROUND_THE_CLOCK,
  readStoredConsultations,
} from "../../support/consultations.ts";
import { ATTORNEY_HOURS, addMember } from "../../support/firms.ts";
import { call } from "../../support/http-call.ts";
import { findSlotViolations } from "../../support/slot-invariants.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const ROUND_THE_CLOCK_IN_UTC = { officeHours: ROUND_THE_CLOCK, timeZone: "UTC" };
let fixture: BookingFixture;
let id: string;

/** Each test has an attorney of its own, with one booking at 10:00. */
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

describe("PATCH /api/consultations/{id}, rescheduling", () => {
  it.each<[string, Record<string, unknown>]>([
    ["another hour of the day", { start_at: "2055-03-03T13:00:00.000Z" }],
    ["its own slot in part", { start_at: "2055-03-03T10:30:00.000Z" }],
    ["another day", { start_at: "2055-03-04T10:00:00.000Z" }],
    ["across midnight", { start_at: "2055-03-03T23:30:00.000Z" }],
    ["a day long", { duration_min: 1440 }],
    ["shorter", { duration_min: 5 }],
    ["another zone", { time_zone: "Europe/Berlin" }],
    ["everything", { start_at: "2055-03-05T23:00:00.000Z", duration_min: 1440, time_zone: "Asia/Tokyo" }],
  ])("takes %s and nothing else", async (_, change) => {
    const { status, body } = await patch(change);
    expect(status).toBe(200);
    expect(consultation().parse(body)).toEqual(body);
    expect(body).toMatchObject({ ...bookingBody(fixture), ...change, id, status: "rescheduled" });
  });

  it("to another attorney frees the slot of the first", async () => {
    const second = await addMember(table, fixture.firmId, ROUND_THE_CLOCK_IN_UTC);
    const { body } = await patch({ attorney_id: second.id.toUpperCase() });
    expect([body.attorney_id, body.status]).toEqual([second.id, "rescheduled"]);
    expect(await isFree("2055-03-03T10:00:00Z")).toBe(true);
  });

  it("frees the old slot and holds the new one", async () => {
    await patch({ start_at: "2055-03-03T10:30:00Z" });
    expect(await isFree("2055-03-03T09:30:00Z")).toBe(true);
    expect(await isFree("2055-03-03T11:00:00Z")).toBe(false);
  });

  it.each([
    { start_at: "2055-03-03T10:00:00Z" },
    { start_at: "2055-03-03T11:00:00+01:00", duration_min: 60, time_zone: "UTC" },
  ])("to the same slot changes nothing and asks no rule: %j", async (same) => {
    const closed = { ...fixture.attorney, officeHours: [], active: false, version: 2 };
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: memberToItem(fixture.firmId, closed) }),
    );
    const sent = { ...same, attorney_id: fixture.attorney.id };
    expect(await recordStoreCalls(() => patch(sent))).not.toContain("TransactWrite");
    const { status, body } = await patch(sent);
    expect([status, body.status]).toEqual([200, "scheduled"]);
  });

  it("is judged as a booking is, and offers what it would accept", async () => {
    const attorney = await addMember(table, fixture.firmId, {
      officeHours: ATTORNEY_HOURS,
      timeZone: "UTC",
      timeOff: [{ startDate: "2055-03-04", endDate: "2055-03-04", reason: "" }],
    });
    await book({ attorney_id: attorney.id, start_at: "2055-03-03T15:00:00Z" });
    const refused = async (start_at: string) => {
      const { status, body } = await patch({ attorney_id: attorney.id, start_at });
      return [status, body.error.code, body.error.next_available[0]];
    };
    expect(await refused("2055-03-06T10:00:00Z")).toEqual([
      422,
      "outside_office_hours",
      "2055-03-08T09:00:00.000Z",
    ]);
    expect(await refused("2055-03-04T10:00:00Z")).toEqual([
      422,
      "attorney_unavailable",
      "2055-03-05T09:00:00.000Z",
    ]);
    expect(await refused("2055-03-03T15:59:59.999Z")).toEqual([
      409,
      "slot_unavailable",
      "2055-03-03T16:00:00.000Z",
    ]);
    expect((await patch({ attorney_id: attorney.id, start_at: "2055-03-03T16:00:00Z" })).status).toBe(200);
  });

  it("offers its own slot's time again", async () => {
    await book({ start_at: "2055-03-03T11:00:00Z" });
    const { body } = await patch({ start_at: "2055-03-03T09:59:00Z", duration_min: 90 });
    expect(body.error.code).toBe("slot_unavailable");
    const halfAnHour = await patch({ start_at: "2055-03-03T10:31:00Z", duration_min: 30 });
    expect(halfAnHour.body.error.next_available[0]).toBe("2055-03-03T12:00:00.000Z");
    expect((await patch({ start_at: "2055-03-03T10:30:00Z", duration_min: 30 })).status).toBe(200);
  });

  it.each([{ active: false }, { schedulable: false }])("refuses an attorney who is %j", async (changes) => {
    const second = await addMember(table, fixture.firmId, changes);
    const { status, body } = await patch({ attorney_id: second.id });
    expect([status, body.error.details[0].field]).toEqual([422, "attorney_id"]);
  });

  it("refuses an attorney of another firm", async () => {
    const other = await createBookingFixture(table);
    const { status, body } = await patch({ attorney_id: other.attorney.id });
    expect([status, body.error.details[0].field]).toEqual([422, "attorney_id"]);
  });

  it("makes two calls to the store where the body tells the start", async () => {
    const [first, second, third] = ["2055-03-09T10:00:00Z", "2055-03-10T10:00:00Z", "2055-03-11T23:30:00Z"];
    const named = { start_at: first, attorney_id: fixture.attorney.id };
    expect(await recordStoreCalls(() => patch(named))).toEqual(["BatchGet", "TransactWrite"]);
    // by now this instance knows the attorney
    expect(await recordStoreCalls(() => patch({ start_at: second }))).toEqual(["BatchGet", "TransactWrite"]);
    expect(await recordStoreCalls(() => patch({ start_at: third }))).toEqual(["BatchGet", "TransactWrite"]);
  });

  it("makes one call more where it guessed the attorney or the length wrong, or has no start", async () => {
    const other = await addMember(table, fixture.firmId, ROUND_THE_CLOCK_IN_UTC);
    const { body } = await book({ attorney_id: other.id });
    await patch({ start_at: "2055-03-09T10:00:00Z" });
    const more = ["BatchGet", "BatchGet", "TransactWrite"];
    expect(await recordStoreCalls(() => patch({ start_at: "2055-03-10T10:00:00Z" }, body.id))).toEqual(more);
    await patch({ duration_min: 1440 });
    expect(await recordStoreCalls(() => patch({ start_at: "2055-03-12T10:00:00Z" }))).toEqual(more);
    expect(await recordStoreCalls(() => patch({ duration_min: 30 }))).toEqual([
      "Get",
      "BatchGet",
      "TransactWrite",
    ]);
  });
});

describe("PATCH /api/consultations/{id}, canceling", () => {
  it("cancels and frees the slot", async () => {
    const { status, body } = await cancel();
    expect([status, body.status, body.start_at]).toEqual([200, "canceled", "2055-03-03T10:00:00.000Z"]);
    expect(await isFree("2055-03-03T10:00:00Z")).toBe(true);
  });

  it("makes two calls to the store", async () => {
    expect(await recordStoreCalls(() => cancel())).toEqual(["Get", "TransactWrite"]);
  });
});

it("leaves the locks as the consultations are", async () => {
  const { consultations, days } = await readStoredConsultations(table);
  expect(consultations.length).toBeGreaterThan(20);
  expect(findSlotViolations(consultations, days)).toEqual([]);
});
