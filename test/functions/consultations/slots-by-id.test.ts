import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, describe, expect, it, jest } from "@jest/globals";
import { handler as calendar } from "../../../functions/attorneys/get-calendar.ts";
import { dayKey } from "../../../shared/table/record-keys.ts";
import { atMinute, useBookingFixture } from "../../support/booking-fixture.ts";
import { fakeDate } from "../../support/fake-date.ts";
import { call } from "../../support/http-call.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, book, patch, hold, deleteHold } = useBookingFixture(table);

const MIDNIGHT = 1_440;
const DATES = ["2055-03-03", "2055-03-04"];

type Slot = {
  readonly id: string;
  readonly start_at: string;
  readonly duration_min: number;
  expires_at?: string;
};

const keyOf = (date: string) => dayKey(fixture().firmId, fixture().attorney.id, date);
const readDay = async (date: string) =>
  (await table.client.send(new GetCommand({ TableName: table.name, Key: keyOf(date), ConsistentRead: true })))
    .Item;

/** Stores the days of these consultations or holds as they were stored until 2026-11-22. */
const storeById = async (slots: readonly Slot[]) => {
  for (const date of DATES) {
    const [from, to] = [Date.parse(date), Date.parse(date) + MIDNIGHT * 60_000];
    const entries = slots.flatMap(({ id, start_at, duration_min, expires_at }) => {
      const [start, end] = [Date.parse(start_at), Date.parse(start_at) + duration_min * 60_000];
      const slot = [start, end, ...(expires_at ? [Date.parse(expires_at)] : [])];
      return start < to && end > from ? [[id, slot]] : [];
    });
    const Item = { ...keyOf(date), slots: Object.fromEntries(entries), version: 7 };
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  }
};

const shown = async () => {
  const query = { from: atMinute(0), to: atMinute(2 * MIDNIGHT) };
  const { body } = await call(calendar, { key: fixture().key, params: { id: fixture().attorney.id }, query });
  return [...body.data.consultations, ...body.data.holds].map(({ id }: Slot) => id);
};
const namesOf = async () =>
  (await Promise.all(DATES.map(readDay))).map((day) => Object.keys(day?.slots).sort());

afterEach(() => {
  jest.useRealTimers();
});

describe("on days whose slots are stored by id, as until 2026-11-22", () => {
  const bookAt = async (minute: number, body = {}) => {
    const response = await book({ start_at: atMinute(minute), ...body });
    expect(response.status).toBe(201);
    return response.body;
  };
  const holdAt = async (minute: number) => (await hold({ start_at: atMinute(minute), seconds: 60 })).body;
  /** Two consultations, one of them across midnight, and a hold. */
  const storeDays = async () => {
    const slots = [await bookAt(600), await bookAt(MIDNIGHT - 30), await holdAt(900)];
    await storeById(slots);
    return slots;
  };

  it("slots are shown, and are not booked again", async () => {
    const slots = await storeDays();
    expect(await shown()).toEqual(slots.map(({ id }) => id));
    for (const minute of [630, MIDNIGHT + 15, 959])
      expect((await book({ start_at: atMinute(minute) })).body.error?.code).toBe("slot_unavailable");
  });

  it("bookings add slots by start, and drop expired holds", async () => {
    const [consultation, acrossMidnight, held] = await storeDays();
    await bookAt(0);
    expect(await namesOf()).toEqual([
      [consultation.id, acrossMidnight.id, held.id, "0"].sort(),
      [acrossMidnight.id],
    ]);
    fakeDate(Date.parse(held.expires_at) + 1_000);
    await bookAt(900);
    expect(await namesOf()).toEqual([
      [consultation.id, acrossMidnight.id, "0", "p0"].sort(),
      [acrossMidnight.id],
    ]);
  });

  it("cancellations and deleted holds release their slots, and no others", async () => {
    const [consultation, acrossMidnight, held] = await storeDays();
    expect((await patch(acrossMidnight.id, { status: "canceled" })).status).toBe(200);
    expect((await deleteHold(held.id)).status).toBe(204);
    expect(await namesOf()).toEqual([[consultation.id], []]);
    await bookAt(MIDNIGHT - 30);
    await bookAt(900);
  });

  it("reschedules leave one slot each, and may overlap the one that they leave", async () => {
    const [consultation, acrossMidnight] = await storeDays();
    for (const { id, start_at } of [consultation, acrossMidnight]) {
      const later = new Date(Date.parse(start_at) + 20 * 60_000).toISOString();
      expect((await patch(id, { start_at: later })).status).toBe(200);
    }
    const [first, second] = await namesOf();
    expect([first?.length, second]).toEqual([3, ["-a"]]);
    expect((await patch(acrossMidnight.id, { start_at: atMinute(0) })).status).toBe(200);
    expect((await namesOf()).map((names) => names.length)).toEqual([3, 0]);
  });

  it("a hold becomes a consultation", async () => {
    const [, , held] = await storeDays();
    const booked = await bookAt(900, { hold_id: held.id });
    expect(await shown()).toContain(booked.id);
    expect((await namesOf())[0]).not.toContain(held.id);
  });
});
