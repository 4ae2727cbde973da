import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as noShowHandler } from "../../../functions/consultations/mark-no-show.ts";
import { expectConsistentSlots, useBookingFixture } from "../../support/booking-fixture.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { book, send } = useBookingFixture(table);
let id: string;
beforeEach(async () => {
  id = (await book()).body.id;
});

const complete = (body?: unknown) => send(completeHandler, { params: { id }, body });
const noShow = () => send(noShowHandler, { params: { id } });
const get = (of = id) => send(getHandler, { params: { id: of } });

describe("POST /api/consultations/{id}/complete", () => {
  it.each([
    [{ outcome: " retained " }, "retained"],
    [undefined, null],
  ])("with the body %j stores the outcome %j", async (body, outcome) => {
    const response = await complete(body);
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({ id, status: "completed", outcome });
    expect((await get()).body).toEqual(response.body);
  });
});

describe("POST /api/consultations/{id}/no-show", () => {
  it("frees the slot", async () => {
    const response = await noShow();
    expect([response.status, response.body.status]).toEqual([200, "no-show"]);
    expect((await book()).status).toBe(201);
  });
});

describe.each([
  ["completed", complete],
  ["no-show", noShow],
])("a consultation that is %s", (_, end) => {
  it("is final, and its attorney's stored slots match", async () => {
    expect((await end()).status).toBe(200);
    const responses = [await complete(), await complete({ outcome: 5 }), await noShow()];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
    await expectConsistentSlots(table);
  });
});

it("finds a consultation by its id in upper case", async () => {
  expect((await get(id.toUpperCase())).body.id).toBe(id);
});
