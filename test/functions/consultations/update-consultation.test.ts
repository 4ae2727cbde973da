import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/consultations/update-consultation.ts";
import { expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { bookingBody, createBookingFixture } from "../../support/consultations.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, newAttorney, book, send } = useBookingFixture(table);
let id: string;
beforeEach(async () => {
  id = (await book()).body.id;
});

const patch = (body: unknown, of = id) => send(handler, { params: { id: of }, body });
const cancel = (of = id) => patch({ status: "canceled" }, of);
const isFree = async (start_at: string) => (await book({ start_at })).status === 201;

describe("PATCH /api/consultations/{id} to reschedule", () => {
  it("changes only the given fields", async () => {
    const change = { start_at: "2055-03-05T23:00:00.000Z", duration_min: 1440, time_zone: "Asia/Tokyo" };
    const { status, body } = await patch(change);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...bookingBody(fixture), ...change, id, status: "rescheduled" });
  });

  it("releases the slot of the previous attorney", async () => {
    const second = await newAttorney();
    const { body } = await patch({ attorney_id: second.id.toUpperCase() });
    expect([body.attorney_id, body.status]).toEqual([second.id, "rescheduled"]);
    expect(await isFree("2055-03-03T10:00:00Z")).toBe(true);
  });

  it("rejects an attorney of another firm", async () => {
    const other = await createBookingFixture(table);
    const { status, body } = await patch({ attorney_id: other.attorney.id });
    expect([status, body.error.details[0].field]).toEqual([422, "attorney_id"]);
  });

  it("keeps attorney and duration when this instance has cached others", async () => {
    const other = await newAttorney();
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

it.each([{ start_at: "2055-03-03T13:00:00Z" }, {}, "{", []])(
  "a PATCH of a canceled consultation answers 404, also with the body %j",
  async (body) => {
    await cancel();
    const refused = await patch(body);
    expect([refused.status, refused.body.error.code]).toEqual([404, "not_found"]);
    expect(refused.body.error.message).toMatch("The consultation is canceled, which is final: book a new");
  },
);
