import { describe, expect, it } from "@jest/globals";
import { handler as bookHandler } from "../../../functions/consultations/book-consultation.ts";
import { handler as completeHandler } from "../../../functions/consultations/complete-consultation.ts";
import { handler as getHandler } from "../../../functions/consultations/get-consultation.ts";
import { handler as listHandler } from "../../../functions/consultations/list-consultations.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { bookingBody, createBookingFixture } from "../../support/consultations.ts";
import { advanceDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { changeSetting } from "../../support/settings.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book, patch, send } = useBookingFixture(table);

const DATA = { place: "Office", follow_up: "2055-04-01", notes: "Brings the file.", fee: 150, remote: false };

const complete = (id: string, body: unknown) => send(completeHandler, { params: { id }, body });
const get = async (id: string) => (await send(getHandler, { params: { id } })).body;

describe("data in a booking", () => {
  it("is stored and shown in every answer", async () => {
    const { status, body } = await book({ data: DATA });
    expect([status, body.data]).toEqual([201, DATA]);
    expect((await get(body.id)).data).toEqual(DATA);
    const page = await send(listHandler, { query: { attorney: fixture.attorney.id } });
    expect(page.body.data).toMatchObject([{ id: body.id, data: DATA }]);
    expect((await patch(body.id, { duration_min: 30 })).body.data).toEqual(DATA);
  });

  it("is checked against the fields that the firm has now", async () => {
    const own = await createBookingFixture(table);
    const bookOwn = (data: object, start_at: string) =>
      call(bookHandler, { key: own.key, body: bookingBody(own, { data, start_at }) });
    expect((await bookOwn({ room: "A" }, "2055-03-03T10:00:00Z")).body.data).toEqual({});
    const room = { key: "room", label: "Room", type: "text", options: [] } as const;
    await changeSetting(table, own.firmId, "consultationFields", [room]);
    expect((await bookOwn({ room: "A", place: "Office" }, "2055-03-03T12:00:00Z")).body.data).toEqual({
      room: "A",
    });
  });
});

describe("data in a completion", () => {
  it("is merged: a new value wins, null removes, the rest stays", async () => {
    const { id } = (await book({ data: DATA })).body;
    const data = { notes: " Retained ", fee: null, remote: true, unknown: 1 };
    const { status, body } = await complete(id, { outcome: "won", data });
    const { fee: _, ...kept } = DATA;
    expect([status, body.outcome, body.data]).toEqual([
      200,
      "won",
      { ...kept, notes: "Retained", remote: true },
    ]);
    expect(await get(id)).toEqual(body);
  });

  it("takes a field that the firm has defined since the booking", async () => {
    const own = await createBookingFixture(table);
    const { body } = await call(bookHandler, { key: own.key, body: bookingBody(own) });
    const room = { key: "room", label: "Room", type: "text", options: [] } as const;
    await changeSetting(table, own.firmId, "consultationFields", [room]);
    advanceDate(5_000);
    const completed = { key: own.key, params: { id: body.id }, body: { data: { room: "A" } } };
    expect((await call(completeHandler, completed)).body.data).toEqual({ room: "A" });
  });
});
