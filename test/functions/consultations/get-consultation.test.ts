import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as noShowHandler } from "../../../functions/consultations/mark-no-show.ts";
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
const noShow = (key = fixture.key) => call(noShowHandler, { key, params: { id } });
const get = (of = id, key = fixture.key) => call(getHandler, { key, params: { id: of } });

describe("GET /api/consultations/{id}, complete and no-show: a consultation", () => {
  it.each(["complete", "no-show"])("is final after %s", async (end) => {
    await (end === "complete" ? complete() : noShow());
    expect([
      (await complete()).status,
      (await complete({ outcome: 5 })).status,
      (await noShow()).status,
    ]).toEqual([404, 404, 404]);
  });

  it("is found by its id in upper case", async () => {
    expect((await get(id.toUpperCase())).body.id).toBe(id);
  });
});
