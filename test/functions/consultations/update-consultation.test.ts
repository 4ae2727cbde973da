import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/consultations/update-consultation.ts";
import { expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { createBookingFixture } from "../../support/consultations.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { newAttorney, book, send } = useBookingFixture(table);
let id: string;
beforeEach(async () => {
  id = (await book()).body.id;
});

const patch = (body: unknown, of = id) => send(handler, { params: { id: of }, body });

describe("PATCH /api/consultations/{id}", () => {
  it("rejects an attorney of another firm", async () => {
    const other = await createBookingFixture(table);
    expect(violationFields(await patch({ attorney_id: other.attorney.id }))).toEqual(["attorney_id"]);
  });

  it("stores exactly the slots of open consultations after reschedules and a cancel", async () => {
    const second = (await book({ start_at: "2055-03-03T12:00:00Z" })).body.id;
    const { id: attorney_id } = await newAttorney();
    expect((await patch({ start_at: "2055-03-03T23:30:00Z" })).status).toBe(200);
    expect((await patch({ attorney_id })).body).toMatchObject({ attorney_id, status: "rescheduled" });
    expect((await patch({ start_at: "2055-03-04T12:00:00Z" }, second)).status).toBe(200);
    expect((await patch({ status: "canceled" }, second)).body.status).toBe("canceled");
    await expectConsistentSlots(table);
    for (const start_at of ["2055-03-03T10:00:00Z", "2055-03-03T23:30:00Z", "2055-03-04T12:00:00Z"])
      expect((await book({ start_at })).status).toBe(201);
  });

  it("answers 404 for a canceled consultation, also with an ill-formed body", async () => {
    await patch({ status: "canceled" });
    for (const body of [{}, "{"])
      expect((await patch(body)).body.error).toMatchObject({
        code: "not_found",
        message: expect.stringMatching(
          "The consultation is canceled, which is final: it can be neither moved",
        ),
      });
  });
});
