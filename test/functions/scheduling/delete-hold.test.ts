import { describe, expect, it } from "@jest/globals";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { book, hold, deleteHold } = useBookingFixture(table);

describe("DELETE /api/holds/{id}", () => {
  it("frees the slot, once", async () => {
    const { id } = (await hold({ start_at: "2055-03-03T23:30:00Z" })).body;
    expect((await book({ start_at: "2055-03-04T00:00:00Z" })).status).toBe(409);
    const response = await deleteHold(id);
    expect([response.status, response.body]).toEqual([204, undefined]);
    expect((await deleteHold(id)).body.error.code).toBe("not_found");
    expect((await book({ start_at: "2055-03-04T00:00:00Z" })).status).toBe(201);
  });

  it("answers 404 for an expired hold that a booking has deleted, whatever this instance's clock says", async () => {
    const { id } = (await hold({ seconds: 30 })).body;
    const now = Date.now();
    fakeDate(now + 40_000);
    expect((await book({ start_at: "2055-03-03T15:00:00Z" })).status).toBe(201);
    fakeDate(now);
    expect((await deleteHold(id)).status).toBe(404);
  });
});
