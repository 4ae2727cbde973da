import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/attorneys/get-availability.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { ATTORNEY_HOURS } from "../../support/firms.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, newAttorney, book, send } = useBookingFixture(table);
beforeAll(async () => {
  const holidays = [{ startDate: "2055-03-16", endDate: "2055-03-16", name: "Founders' day" }];
  await changeSetting(table, fixture.firmId, "holidays", holidays);
});

const getSlots = (query: Record<string, string>, { id } = fixture.attorney) =>
  send(handler, { params: { id }, query });

/** Friday to the next Wednesday, across the start of daylight saving time in New York. */
const DAYS = { from: "2055-03-12T00:00:00Z", to: "2055-03-18T00:00:00Z" };

describe("GET /api/attorneys/{id}/availability", () => {
  it("returns slots that can all be booked when the step equals the duration", async () => {
    const attorney = await newAttorney({ officeHours: ATTORNEY_HOURS, timeZone: "America/New_York" });
    const { body } = await getSlots({ ...DAYS, duration_min: "120", step_min: "120" }, attorney);
    expect(body.data).toHaveLength(12);
    for (const start_at of body.data)
      expect((await book({ attorney_id: attorney.id, start_at, duration_min: 120 })).status).toBe(201);
    const left = await getSlots({ ...DAYS, duration_min: "120", step_min: "5" }, attorney);
    expect(left.body.data).toEqual([]);
  });

  it("steps by 15 minutes for a blank step", async () => {
    const range = { from: "2055-03-12T09:00:00Z", to: "2055-03-12T10:00:00Z", duration_min: "30" };
    expect((await getSlots({ ...range, step_min: " " })).body.data).toHaveLength(4);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ ...DAYS, from: "2055-03-12", duration_min: "30" }, ["from"]],
    [{ ...DAYS, to: DAYS.from, duration_min: "30" }, ["to"]],
    [{ ...DAYS, to: "2055-04-12T00:00:00.001Z", duration_min: "30" }, ["to"]],
    [{ ...DAYS, duration_min: "30", step_min: "0" }, ["step_min"]],
    [{ ...DAYS, from: " ", duration_min: "" }, ["from", "duration_min"]],
  ])("rejects %j", async (query, fields) => {
    const { status, body } = await getSlots(query);
    expect([status, body.error.code]).toEqual([422, "invalid_request"]);
    expect(violationFields({ body })).toEqual(fields);
  });

  it("accepts 31 days", async () => {
    const { status } = await getSlots({
      ...DAYS,
      to: "2055-04-12T00:00:00Z",
      duration_min: "5",
      step_min: "5",
    });
    expect(status).toBe(200);
  });

  it("refuses an inactive or unschedulable attorney by the id, whatever the query", async () => {
    for (const changes of [{ active: false }, { schedulable: false }]) {
      const attorney = await newAttorney(changes);
      const details = [{ field: "id", message: "must be a member who is active and schedulable" }];
      const refusal = { status: 422, body: { error: { code: "invalid_request", details } } };
      expect(await getSlots({ ...DAYS, duration_min: "30" }, attorney)).toMatchObject(refusal);
      expect(await getSlots({}, attorney)).toMatchObject(refusal);
    }
  });
});
