import { beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { handler as bookHandler } from "../../../functions/consultations/book-consultation.ts";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as noShowHandler } from "../../../functions/consultations/mark-no-show.ts";
import { consultation } from "../../../shared/contract/consultations.ts";
import {
  type BookingFixture,
  bookingBody,
  createBookingFixture,
  readStoredConsultations,
} from "../../support/consultations.ts";
import { call } from "../../support/http-call.ts";
import { findSlotViolations } from "../../support/slot-invariants.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
let fixture: BookingFixture;
let id: string;
let day = 1;
beforeAll(async () => {
  fixture = await createBookingFixture(table);
});
beforeEach(async () => {
  day += 1;
  id = (await book()).body.id;
});

const startAt = () => `2055-05-${String(day).padStart(2, "0")}T10:00:00.000Z`;
const book = () =>
  call(bookHandler, { key: fixture.key, body: bookingBody(fixture, { start_at: startAt() }) });
const complete = (body?: unknown, key = fixture.key) => call(completeHandler, { key, params: { id }, body });
const noShow = (key = fixture.key) => call(noShowHandler, { key, params: { id } });
const get = (of = id, key = fixture.key) => call(getHandler, { key, params: { id: of } });

describe("POST /api/consultations/{id}/complete", () => {
  it.each([
    [{ outcome: " retained " }, "retained"],
    [{ outcome: "x".repeat(500) }, "x".repeat(500)],
    [{ outcome: null }, null],
    [{ outcome: "" }, null],
    [{}, null],
    [undefined, null],
  ])("%j", async (body, outcome) => {
    const response = await complete(body);
    expect(response.status).toBe(200);
    expect(consultation().parse(response.body)).toEqual(response.body);
    expect(response.body).toMatchObject({ id, status: "completed", outcome, start_at: startAt() });
    expect((await get()).body).toEqual(response.body);
  });

  it("keeps the slot", async () => {
    await complete();
    expect((await book()).body.error.code).toBe("slot_unavailable");
  });

  it.each([{ outcome: 5 }, { outcome: "x".repeat(501) }, [], "{"])("refuses %j", async (body) => {
    expect((await complete(body)).status).toBe(422);
    expect((await get()).body.status).toBe("scheduled");
  });

  it("makes two calls to the store", async () => {
    expect(await recordStoreCalls(() => complete())).toEqual(["Get", "TransactWrite"]);
  });
});

describe("POST /api/consultations/{id}/no-show", () => {
  it("frees the slot", async () => {
    const response = await noShow();
    expect(consultation().parse(response.body)).toEqual(response.body);
    expect([response.status, response.body.status]).toEqual([200, "no-show"]);
    expect((await book()).status).toBe(201);
  });

  it("makes two calls to the store", async () => {
    expect(await recordStoreCalls(() => noShow())).toEqual(["Get", "TransactWrite"]);
  });
});

describe("a consultation", () => {
  it.each(["complete", "no-show"])("after %s is final", async (end) => {
    await (end === "complete" ? complete() : noShow());
    expect([
      (await complete()).status,
      (await complete({ outcome: 5 })).status,
      (await noShow()).status,
    ]).toEqual([404, 404, 404]);
  });

  it("of another firm can be neither seen nor ended", async () => {
    const { key } = await createBookingFixture(table);
    const responses = [await get(id, key), await complete({}, key), await noShow(key)];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it("that does not exist is 404", async () => {
    expect((await get("00000000-0000-7000-8000-000000000000")).status).toBe(404);
    expect((await get("none")).status).toBe(404);
  });

  it("is found by its id in capitals", async () => {
    expect((await get(id.toUpperCase())).body.id).toBe(id);
  });
});

it("leaves the locks as the consultations are", async () => {
  const { consultations, days } = await readStoredConsultations(table);
  expect(findSlotViolations(consultations, days)).toEqual([]);
});
