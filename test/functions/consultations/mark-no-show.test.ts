import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as noShowHandler } from "../../../functions/consultations/mark-no-show.ts";
import { consultation } from "../../../shared/consultations/consultation.contract.ts";
import { expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book } = useBookingFixture(table);
let id: string;
beforeEach(async () => {
  id = (await book()).body.id;
});

const complete = (body?: unknown, key = fixture.key) => call(completeHandler, { key, params: { id }, body });
const noShow = (key = fixture.key) => call(noShowHandler, { key, params: { id } });

describe("POST /api/consultations/{id}/no-show", () => {
  it("frees the slot", async () => {
    const response = await noShow();
    expect(consultation().parse(response.body)).toEqual(response.body);
    expect([response.status, response.body.status]).toEqual([200, "no-show"]);
    expect((await book()).status).toBe(201);
  });
});

it.each([
  ["complete", complete],
  ["no-show", () => noShow()],
])("after %s the stored slots match the consultations", async (_, finalize) => {
  expect((await finalize()).status).toBe(200);
  await expectConsistentSlots(table);
});
