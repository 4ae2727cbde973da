import { describe, expect, it } from "@jest/globals";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { ROUND_THE_CLOCK } from "../../support/consultations.ts";
import { addMember } from "../../support/firms.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book, patch } = useBookingFixture(table);

/** In New York, the clock shows 01:00 to 02:00 twice on 2055-11-07: 05:00Z to 07:00Z. */
const awayAttorney = () =>
  addMember(table, fixture.firmId, {
    officeHours: ROUND_THE_CLOCK,
    timeZone: "America/New_York",
    timeOff: [{ startAt: "2055-11-07T05:30:00.000Z", endAt: "2055-11-07T06:30:00.000Z", reason: "Court" }],
  });

describe("time off between two instants", () => {
  it("is half-open: a slot may end where it starts and start where it ends", async () => {
    const { id: attorney_id } = await awayAttorney();
    const outcome = async (start_at: string) => {
      const { status, body } = await book({ attorney_id, start_at, duration_min: 30 });
      return body.error?.code ?? status;
    };
    expect(await outcome("2055-11-07T05:00:00.001Z")).toBe("attorney_unavailable");
    expect(await outcome("2055-11-07T05:00:00.000Z")).toBe(201);
    expect(await outcome("2055-11-07T06:29:59.999Z")).toBe("attorney_unavailable");
    expect(await outcome("2055-11-07T06:30:00.000Z")).toBe(201);
  });

  it("applies to a reschedule, and alternatives begin after it", async () => {
    const { id: attorney_id } = await awayAttorney();
    const { id } = (await book({ attorney_id, start_at: "2055-11-01T10:00:00Z" })).body;
    const { status, body } = await patch(id, { start_at: "2055-11-07T06:00:00Z" });
    expect([status, body.error.code]).toEqual([422, "attorney_unavailable"]);
    expect(body.error.next_available[0]).toBe("2055-11-07T06:30:00.000Z");
    expect((await patch(id, { start_at: body.error.next_available[0] })).status).toBe(200);
  });
});
