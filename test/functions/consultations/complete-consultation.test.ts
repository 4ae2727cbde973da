import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { consultation } from "../../../shared/consultations/consultation.contract.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book } = useBookingFixture(table);
let id: string;
beforeEach(async () => {
  id = (await book()).body.id;
});

const complete = (body?: unknown, key = fixture.key) => call(completeHandler, { key, params: { id }, body });
const get = (of = id, key = fixture.key) => call(getHandler, { key, params: { id: of } });

describe("POST /api/consultations/{id}/complete", () => {
  it.each([
    [{ outcome: " retained " }, "retained"],
    [{ outcome: "x".repeat(500) }, "x".repeat(500)],
    [{ outcome: null }, null],
    [{ outcome: "" }, null],
    [{}, null],
    [undefined, null],
  ])("with the body %j stores the outcome %j", async (body, outcome) => {
    const response = await complete(body);
    expect(response.status).toBe(200);
    expect(consultation().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({
      id,
      status: "completed",
      outcome,
      start_at: "2055-03-03T10:00:00.000Z",
    });
    expect((await get()).body).toEqual(response.body);
  });

  it("keeps the slot", async () => {
    await complete();
    expect((await book()).body.error.code).toBe("slot_unavailable");
  });

  it.each([{ outcome: 5 }, { outcome: "x".repeat(501) }, [], "{"])("rejects %j", async (body) => {
    expect((await complete(body)).status).toBe(422);
    expect((await get()).body.status).toBe("scheduled");
  });
});
