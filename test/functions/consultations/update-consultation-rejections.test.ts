import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as noShowHandler } from "../../../functions/consultations/mark-no-show.ts";
import { handler } from "../../../functions/consultations/update-consultation.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { createBookingFixture } from "../../support/consultations.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book, send } = useBookingFixture(table);
let id: string;
beforeEach(async () => {
  id = (await book()).body.id;
});

const patch = (body: unknown, of = id, key = fixture.key) => call(handler, { key, params: { id: of }, body });
const cancel = (of = id) => patch({ status: "canceled" }, of);

describe("PATCH /api/consultations/{id} rejects", () => {
  it.each<[string, unknown, string[]]>([
    ["an empty body", {}, ["body"]],
    ["only unknown fields", { type: "Other", outcome: "won" }, ["body"]],
    ["a list", [], ["body"]],
    ["invalid JSON", "{", ["body"]],
    ["another status", { status: "completed" }, ["status"]],
    ["the status it has", { status: "scheduled" }, ["status"]],
    ["no status", { status: null }, ["status"]],
    ["a cancel with a start", { status: "canceled", start_at: "2055-03-03T10:00:00Z" }, ["status"]],
    ["a cancel with a zone", { status: "canceled", time_zone: "UTC" }, ["status"]],
    ["a cancel with an empty start", { status: "canceled", start_at: null }, ["start_at"]],
    ["a cancel with an empty duration", { status: "canceled", duration_min: null }, ["duration_min"]],
    ["a cancel with an empty attorney", { status: "canceled", attorney_id: null }, ["attorney_id"]],
    ["a cancel with an empty zone", { status: "canceled", time_zone: null }, ["time_zone"]],
    ["no attorney", { attorney_id: null }, ["attorney_id"]],
    ["a blank attorney", { attorney_id: "" }, ["attorney_id"]],
    ["an attorney that is not an id", { attorney_id: "alex" }, ["attorney_id"]],
    ["an unknown attorney", { attorney_id: "00000000-0000-7000-8000-000000000000" }, ["attorney_id"]],
    ["no start", { start_at: null }, ["start_at"]],
    ["a start without a zone", { start_at: "2055-03-03T10:00:00" }, ["start_at"]],
    ["four minutes", { duration_min: 4 }, ["duration_min"]],
    ["more than a day", { duration_min: 1441 }, ["duration_min"]],
    ["a duration as text", { duration_min: "30" }, ["duration_min"]],
    ["a zone that does not exist", { time_zone: "Mars/Olympus" }, ["time_zone"]],
    ["two violations", { start_at: 5, time_zone: "Mars/Olympus" }, ["start_at", "time_zone"]],
  ])("%s", async (_, body, fields) => {
    const { status, body: response } = await patch(body);
    expect([status, response.error.code]).toEqual([422, "invalid_request"]);
    expect(response.error.details.map(({ field }: { field: string }) => field)).toEqual(
      expect.arrayContaining(fields),
    );
  });

  const bodies = [{ status: "canceled" }, { start_at: "2055-03-03T13:00:00Z" }, {}, { status: "x" }, "{", []];

  it.each(bodies)(
    "with 404 an unknown consultation or another firm's, whatever the body: %j",
    async (body) => {
      const other = await createBookingFixture(table);
      const responses = [
        await patch(body, "00000000-0000-7000-8000-000000000000"),
        await patch(body, "none"),
        await patch(body, id, other.key),
      ];
      expect(responses.map(({ status, body: { error } }) => [status, error.code])).toEqual(
        Array(3).fill([404, "not_found"]),
      );
    },
  );

  it.each([
    ["canceled", cancel],
    ["completed", (of: string) => send(completeHandler, { params: { id: of } })],
    ["no-show", (of: string) => send(noShowHandler, { params: { id: of } })],
  ])("with 404 a %s consultation, whatever the body", async (status, finalize) => {
    expect((await finalize(id)).body.status).toBe(status);
    for (const body of [...bodies, { start_at: "2055-03-03T10:00:00Z" }]) {
      expect((await patch(body)).status).toBe(404);
    }
  });
});
