import { beforeAll, describe, expect, it } from "@jest/globals";
import { handler as book } from "../../functions/consultations/book-consultation.ts";
import { handler as complete } from "../../functions/consultations/complete-consultation.ts";
import { handler as markNoShow } from "../../functions/consultations/mark-no-show.ts";
import { handler as update } from "../../functions/consultations/update-consultation.ts";
import type { ChangeEvent } from "../../shared/events/change-event.ts";
import { eventsOfRecord } from "../../shared/events/stored-change.ts";
import { type BookingFixture, bookingBody, createBookingFixture } from "../support/consultations.ts";
import { type ApiResponse, call } from "../support/http-call.ts";
import { readStreamRecords } from "../support/table-stream.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ stream: true });
let fixture: BookingFixture;
let day = 1;
beforeAll(async () => {
  fixture = await createBookingFixture(table);
});

/** A new consultation, and the events of whatever is done with it. */
const eventsOf = async (
  ...acts: ((id: string) => Promise<ApiResponse>)[]
): Promise<[ApiResponse[], ChangeEvent[]]> => {
  const start_at = `2055-04-${String(day++).padStart(2, "0")}T10:00:00.000Z`;
  const responses = [await call(book, { key: fixture.key, body: bookingBody(fixture, { start_at }) })];
  const id = responses[0]?.body.id;
  for (const act of acts) responses.push(await act(id));
  const records = (await readStreamRecords(table)).filter(({ dynamodb }) =>
    dynamodb?.Keys?.pk?.S?.endsWith("#CONSULTATION"),
  );
  const changes = await Promise.all(records.map((record) => eventsOfRecord(table, record)));
  const own = changes.flatMap((change) => (change?.firmId === fixture.firmId ? change.events : []));
  return [responses, own.filter(({ data }) => data.id === id)];
};

const patch = (body: unknown) => (id: string) => call(update, { key: fixture.key, params: { id }, body });

describe("events of a consultation", () => {
  it("booked, rescheduled twice, canceled", async () => {
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

  it("completed", async () => {
    const [, events] = await eventsOf((id) =>
      call(complete, { key: fixture.key, params: { id }, body: { outcome: "won" } }),
    );
    expect(events.at(-1)).toMatchObject({
      type: "consultation.completed",
      sequence: 2,
      previous: { status: "scheduled", outcome: null },
    });
  });

  it("no-show", async () => {
    const [, events] = await eventsOf((id) => call(markNoShow, { key: fixture.key, params: { id } }));
    expect(events.at(-1)).toMatchObject({ type: "consultation.no_show", previous: { status: "scheduled" } });
  });

  it("none for the same slot again, for a second cancel, or for what is refused", async () => {
    const [, events] = await eventsOf(
      (id) => patch({ duration_min: 60 })(id),
      patch({ status: "completed" }),
      patch({ status: "canceled" }),
      patch({ status: "canceled" }),
    );
    expect(events.map(({ type }) => type)).toEqual(["consultation.booked", "consultation.canceled"]);
  });
});
