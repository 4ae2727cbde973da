import { describe, expect, it } from "@jest/globals";
import { handler as archive } from "../../functions/consultations/archive-consultation.ts";
import { handler as book } from "../../functions/consultations/book-consultation.ts";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as recordPayment } from "../../functions/consultations/record-payment.ts";
import { handler as unarchive } from "../../functions/consultations/unarchive-consultation.ts";
import { handler as update } from "../../functions/consultations/update-consultation.ts";
import type { EventResource } from "../../shared/events/event.contract.ts";
import { parseStoredChange } from "../../shared/events/stored-change.store.ts";
import { settingsRecord } from "../../shared/settings/firm.store.ts";
import { readRecord } from "../../shared/table/read-records.ts";
import { useBookingFixture } from "../support/booking-fixture.ts";
import { bookingBody } from "../support/consultations.ts";
import { type ApiResponse, call } from "../support/http-call.ts";
import { readStreamRecords } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
const { fixture, newAttorney } = useBookingFixture(table);

/** Books a consultation with a new attorney, applies the actions and returns the responses and events. */
const eventsOf = async (
  ...actions: ((id: string) => Promise<ApiResponse>)[]
): Promise<[ApiResponse[], EventResource[]]> => {
  const body = bookingBody({ ...fixture, attorney: await newAttorney() });
  const responses = [await call(book, { key: fixture.key, body })];
  const id = responses[0]?.body.id;
  for (const action of actions) responses.push(await action(id));
  const records = (await readStreamRecords(table)).filter(({ dynamodb }) =>
    dynamodb?.Keys?.pk?.S?.endsWith("#CONSULTATION"),
  );
  const settings = await readRecord(table, settingsRecord(fixture.firmId));
  const changes = records.map(parseStoredChange);
  const own = changes.flatMap((change) =>
    change?.firmId === fixture.firmId
      ? change.eventsWith({ settings, duplicates: [], reminded: null, overlapped: [] })
      : [],
  );
  return [responses, own.filter(({ data }) => data.id === id)];
};

const patch = (body: unknown) => (id: string) => call(update, { key: fixture.key, params: { id }, body });

describe("events of a consultation", () => {
  it("are emitted when it is booked, rescheduled twice and canceled", async () => {
    const [responses, events] = await eventsOf(
      patch({ start_at: "2055-05-03T10:00:00Z" }),
      patch({ duration_min: 30, time_zone: "Europe/Berlin" }),
      patch({ status: "canceled" }),
    );
    expect(events.map(({ type, sequence }) => [type, sequence])).toEqual([
      ["consultation.booked", 1],
      ["consultation.rescheduled", 2],
      ["consultation.rescheduled", 3],
      ["consultation.canceled", 4],
    ]);
    expect(events.map(({ data }) => data)).toEqual(responses.map(({ body }) => body));
    expect(events.map(({ previous }) => previous)).toEqual([
      {},
      { status: "scheduled", start_at: responses[0]?.body.start_at },
      { duration_min: 60, time_zone: "UTC" },
      { status: "rescheduled" },
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
  });

  it("are emitted when its location changes, alone or with its slot", async () => {
    const [responses, events] = await eventsOf(
      patch({ location: "Room 5" }),
      patch({ location: " Room 5" }),
      patch({ location: "Room 6", duration_min: 30 }),
      patch({ location: null }),
    );
    expect(events.map(({ type, sequence, previous }) => [type, sequence, previous])).toEqual([
      ["consultation.booked", 1, {}],
      ["consultation.updated", 2, { location: null }],
      ["consultation.rescheduled", 3, { status: "scheduled", location: "Room 5", duration_min: 60 }],
      ["consultation.updated", 4, { location: "Room 6" }],
    ]);
    expect(events.map(({ data }) => data)).toEqual([0, 1, 3, 4].map((index) => responses[index]?.body));
  });

  it("show the data and the changes in it", async () => {
    const [responses, events] = await eventsOf((id) =>
      call(complete, { key: fixture.key, params: { id }, body: { data: { fee: 150 } } }),
    );
    expect(events.map(({ type }) => type)).toEqual(["consultation.booked", "consultation.completed"]);
    expect(events.at(-1)).toMatchObject({
      data: responses.at(-1)?.body,
      previous: { status: "scheduled", data: { fee: null } },
    });
  });

  it("are emitted when it is completed", async () => {
    const [, events] = await eventsOf((id) =>
      call(complete, { key: fixture.key, params: { id }, body: { outcome: "won" } }),
    );
    expect(events.at(-1)).toMatchObject({
      type: "consultation.completed",
      sequence: 2,
      previous: { status: "scheduled", outcome: null },
    });
  });

  it("are emitted when it is marked as no-show", async () => {
    const [, events] = await eventsOf((id) => call(markNoShow, { key: fixture.key, params: { id } }));
    expect(events.at(-1)).toMatchObject({ type: "consultation.no_show", previous: { status: "scheduled" } });
  });

  it("are emitted when its payment changes, also once it is final", async () => {
    const pay = (body: unknown) => (id: string) =>
      call(recordPayment, { key: fixture.key, params: { id }, body });
    const [responses, events] = await eventsOf(
      pay({ paid: true }),
      pay({ paid: true }),
      patch({ status: "canceled" }),
      pay({ paid: false, amount: 20 }),
    );
    expect(events.map(({ type, sequence, previous }) => [type, sequence, previous])).toEqual([
      ["consultation.booked", 1, {}],
      ["consultation.updated", 2, { paid: false }],
      ["consultation.canceled", 3, { status: "scheduled" }],
      ["consultation.updated", 4, { paid: true, amount: null }],
    ]);
    expect(events.at(-1)?.data).toEqual(responses.at(-1)?.body);
  });

  it("are emitted when it is archived, changed while archived, and restored", async () => {
    const send = (handler: typeof archive) => (id: string) =>
      call(handler, { key: fixture.key, params: { id } });
    const [responses, events] = await eventsOf(
      send(archive),
      send(archive),
      patch({ duration_min: 30 }),
      (id) => call(recordPayment, { key: fixture.key, params: { id }, body: { paid: true } }),
      send(unarchive),
      send(unarchive),
    );
    expect(events.map(({ type, sequence, previous }) => [type, sequence, previous])).toEqual([
      ["consultation.booked", 1, {}],
      ["consultation.archived", 2, { archived: false }],
      ["consultation.rescheduled", 3, { status: "scheduled", duration_min: 60 }],
      ["consultation.updated", 4, { paid: false }],
      ["consultation.updated", 5, { archived: true }],
    ]);
    expect(events.map(({ data }) => data)).toEqual([0, 1, 3, 4, 5].map((index) => responses[index]?.body));
  });

  it("are not emitted for an unchanged slot, a second cancel or a rejected request", async () => {
    const [, events] = await eventsOf(
      (id) => patch({ duration_min: 60 })(id),
      patch({ status: "completed" }),
      patch({ status: "canceled" }),
      patch({ status: "canceled" }),
    );
    expect(events.map(({ type }) => type)).toEqual(["consultation.booked", "consultation.canceled"]);
  });
});
