import { beforeEach, describe, expect, it } from "@jest/globals";
import { handler } from "../../../functions/consultations/get-calendar.ts";
import { handler as createHold } from "../../../functions/scheduling/create-hold.ts";
import { type Consultation, consultationResource } from "../../../shared/consultations/consultation.rules.ts";
import { consultationToItem } from "../../../shared/consultations/consultation.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import type { Item } from "../../../shared/table/record-keys.ts";
import { bookedItems, newConsultation } from "../../support/booked-consultations.ts";
import { atMinute, times, useBookingFixture } from "../../support/booking-fixture.ts";
import { changeAt } from "../../support/changes.ts";
import { putItems } from "../../support/put-items.ts";
import type { StoreCall } from "../../support/store-calls.ts";
import { recordStoreTrips } from "../../support/store-trips.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable();
const { fixture, newAttorney, book, patch, send } = useBookingFixture(table);

const RANGE = { from: atMinute(0), to: atMinute(31 * 1_440) };
const [RECORDS_AND_DAYS, FIVE_MEGABYTES] = [["BatchGet", "Query"], 5 * 1024 * 1024];

const get = (query: Record<string, string> = RANGE) =>
  send(handler, { params: { id: fixture.attorney.id }, query });

const store = (items: readonly Item[]) => putItems(table, items);

/** Returns the consultations of the calendar and the calls of each trip. */
const readCalendar = async (respond?: (call: StoreCall) => Promise<unknown>) => {
  let response = await get();
  const trips = await recordStoreTrips(async () => {
    response = await get();
  }, respond);
  return { status: response.status, consultations: response.body.data?.consultations, trips };
};

const isByStart = ({ input }: StoreCall) => input.IndexName === "byStart";

let slotIndex = 0;
beforeEach(() => {
  slotIndex = 0;
});

/** Returns a consultation in the attorney's next five minutes. */
const nextConsultation = (changes: Partial<Consultation> = {}) =>
  newConsultation({
    id: newRecordId(Date.now() - slotIndex),
    attorneyId: fixture.attorney.id,
    startAt: atMinute(5 * slotIndex++),
    ...changes,
  });

describe("a calendar is read in two trips", () => {
  it.each([
    [0, []],
    [1, [["Query"]]],
    [401, [["Query", "Query"]]],
  ])("with %i consultations", async (count, second) => {
    const consultations = times(count, () => nextConsultation());
    await store(bookedItems(fixture.firmId, consultations));
    const read = await readCalendar();
    expect(read.consultations).toEqual(consultations.map(consultationResource));
    expect(read.trips).toEqual([RECORDS_AND_DAYS, ...second]);
  });

  it("leaving out canceled consultations and those outside the range", async () => {
    const consultations = times(3, () => nextConsultation());
    await store(bookedItems(fixture.firmId, consultations));
    const canceled = consultations.map((each) => ({
      ...each,
      id: newRecordId(Date.now()),
      status: "canceled" as const,
    }));
    const change = changeAt(Date.now());
    await store(canceled.map((each) => consultationToItem(fixture.firmId, each, change)));
    await store(
      bookedItems(
        fixture.firmId,
        times(5, () => nextConsultation({ startAt: atMinute(-60) })),
      ),
    );
    const read = await readCalendar();
    expect(read.consultations).toEqual(consultations.map(consultationResource));
    expect(read.trips).toEqual([RECORDS_AND_DAYS, ["Query"]]);
  });
});

describe("a calendar is exact while the index by start lags behind", () => {
  const laggingBy = (change: (items: Item[]) => Item[]) => async (storeCall: StoreCall) => {
    const output = Object(await storeCall.send());
    return isByStart(storeCall) ? { ...output, Items: change(output.Items) } : output;
  };

  it("whatever it lacks, or has of an earlier state", async () => {
    const consultations = times(3, () => nextConsultation());
    await store(bookedItems(fixture.firmId, consultations));
    for (const change of [
      (items: Item[]) => items.slice(1),
      (items: Item[]) => items.slice(2),
      (items: Item[]) => items.map((item) => ({ ...item, startAt: atMinute(30_000) })),
      (items: Item[]) => items.map((item) => ({ ...item, durationMinutes: 10 })),
      (items: Item[]) => items.map((item) => ({ ...item, status: "canceled" })),
    ]) {
      const read = await readCalendar(laggingBy(change));
      expect(read.consultations).toEqual(consultations.map(consultationResource));
      expect(read.trips.slice(0, 2)).toEqual([RECORDS_AND_DAYS, ["Query"]]);
    }
  });

  it("even when it lacks more than two calls can read", async () => {
    const consultations = times(205, () => nextConsultation());
    await store(bookedItems(fixture.firmId, consultations));
    const read = await readCalendar(laggingBy(() => []));
    expect(read.consultations).toEqual(consultations.map(consultationResource));
  });

  it.each<[string, () => Promise<object> | object, number[]]>([
    ["is canceled", () => ({ status: "canceled" }), [0, 120]],
    ["moves within the range", () => ({ start_at: atMinute(240) }), [0, 120, 240]],
    ["moves out of it", () => ({ start_at: atMinute(50_000) }), [0, 120]],
    ["goes to another attorney", async () => ({ attorney_id: (await newAttorney()).id }), [0, 120]],
  ])("even when a consultation %s after the days were read", async (_, change, minutes) => {
    const ids: string[] = [];
    for (const minute of [0, 60, 120]) ids.push((await book({ start_at: atMinute(minute) })).body.id);
    const read = await readCalendar(async (storeCall) => {
      if (!isByStart(storeCall)) return storeCall.send();
      expect((await patch(ids[1] ?? "", await change())).status).toBe(200);
      return { Items: [] };
    });
    const starts = read.consultations.map(({ start_at }: { start_at: string }) => start_at);
    expect(starts).toEqual(minutes.map(atMinute));
  });
});

describe("a calendar is as large as one response can be", () => {
  const textOf = (bytes: number) => nextConsultation({ data: { notes: "x".repeat(bytes) } });
  /** Returns the size as Lambda sends it: a JSON string within JSON. */
  const bytesOf = (consultations: readonly Consultation[]) =>
    consultations
      .map((each) => Buffer.byteLength(JSON.stringify(JSON.stringify(consultationResource(each)))))
      .reduce((sum, bytes) => sum + bytes, 0);

  const OTHER_BYTES = Buffer.byteLength(
    JSON.stringify(JSON.stringify({ holds: [], time_off: [], holidays: [], busy: [] })),
  );

  it("when its data exceeds one page of the index", async () => {
    const consultations = times(40, () => textOf(60_000));
    await store(bookedItems(fixture.firmId, consultations));
    const read = await readCalendar();
    expect(read.consultations).toEqual(consultations.map(consultationResource));
    expect(read.trips).toEqual([RECORDS_AND_DAYS, ["Query"], ["BatchGet"]]);
  });

  /** Stores consultations that fill a response. Returns the last one, with a longer text. */
  const fillResponse = async () => {
    const most = times(85, () => textOf(60_000));
    const empty = textOf(0);
    const rest = FIVE_MEGABYTES - bytesOf([...most, empty]) - OTHER_BYTES;
    const last = (bytes: number) => ({ ...empty, data: { notes: "x".repeat(bytes) } });
    await store(bookedItems(fixture.firmId, [...most, last(rest)]));
    expect((await get()).status).toBe(200);
    return last(rest + 1);
  };

  it("and is rejected one byte beyond that", async () => {
    const longer = await fillResponse();
    await store([consultationToItem(fixture.firmId, longer, changeAt(Date.now()))]);
    const { status, body } = await get();
    const message = "must be earlier: the range has more entries than one response can carry";
    expect([status, body.error?.details]).toEqual([422, [{ field: "to", message }]]);
    expect((await get({ from: RANGE.from, to: atMinute(200) })).status).toBe(200);
  });

  it("and is rejected when a hold has no room beside its consultations", async () => {
    await fillResponse();
    const body = { attorney_id: fixture.attorney.id, start_at: atMinute(30_000), duration_min: 5 };
    expect((await send(createHold, { body })).status).toBe(201);
    expect((await get()).status).toBe(422);
  });
});
