import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "@jest/globals";
import { handler as remove } from "../../../functions/calendars/delete-busy-calendar.ts";
import { handler as list } from "../../../functions/calendars/list-busy-calendars.ts";
import { handler as push } from "../../../functions/calendars/push-busy-times.ts";
import { handler as getCalendar } from "../../../functions/consultations/get-calendar.ts";
import { attorneyCalendarsKey } from "../../../shared/table/record-keys.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { eventPublisher } from "../../support/erasure-fixture.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";

const table = useTable({ stream: true });
const { fixture, send, book, patch, hold } = useBookingFixture(table);

const DAY = 86_400_000;
const MIDNIGHT = Math.floor(Date.now() / DAY) * DAY + 2 * DAY;

/** Returns an instant of the day after tomorrow (UTC), as ISO 8601. */
const at = (minute: number) => new Date(MIDNIGHT + minute * 60_000).toISOString();
const time = (from: number, to: number, uid?: string) => ({
  start_at: at(from),
  end_at: at(to),
  ...(uid && { uid }),
});

/** Pushes to the calendar "court", for the whole day unless the body says otherwise. */
const pushTimes = (busy: readonly object[], changes: object = {}, calendar = "court") =>
  send(push, {
    params: { id: fixture.attorney.id, calendar },
    body: { from: at(0), to: at(1440), busy, ...changes },
  });
const ok = async (response: ReturnType<typeof pushTimes>) => {
  const { status, body } = await response;
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
};
const shown = async () => {
  const query = { from: at(0), to: at(2880) };
  const { body } = await send(getCalendar, { params: { id: fixture.attorney.id }, query });
  return body.data.busy.map(({ calendar, start_at, end_at }: Record<string, string>) => [
    calendar,
    ...[start_at, end_at].map((instant = "") => (Date.parse(instant) - MIDNIGHT) / 60_000),
  ]);
};
const bookAt = (from: number, to: number, changes: object = {}) =>
  book({ start_at: at(from), duration_min: to - from, ...changes });
const outcome = ({ status, body }: Awaited<ReturnType<typeof book>>) => body.error?.code ?? status;

describe("a push", () => {
  it("replaces what the calendar said of its window, cuts what reaches beyond, and keeps the rest", async () => {
    expect(await ok(pushTimes([time(60, 120), time(600, 720)]))).toEqual({
      calendar: "court",
      changed_days: 1,
      overlapping: [],
      stale_at: null,
    });
    await ok(pushTimes([time(0, 90), time(640, 700), time(1430, 1450)], { from: at(100), to: at(1445) }));
    expect(await shown()).toEqual([
      ["court", 60, 100],
      ["court", 640, 700],
      ["court", 1430, 1445],
    ]);
    await ok(pushTimes([time(645, 650)], {}, "google"));
    expect(await shown()).toHaveLength(4);
    await ok(pushTimes([], { to: at(2880) }));
    expect(await shown()).toEqual([["google", 645, 650]]);
  });

  it("writes nothing for the very same push", async () => {
    const asOf = { as_of: new Date().toISOString() };
    await ok(pushTimes([time(60, 120), time(1500, 1560)], { ...asOf, to: at(2880) }));
    const same = () => ok(pushTimes([time(1500, 1560), time(60, 120)], { ...asOf, to: at(2880) }));
    expect(await recordStoreCalls(same)).toEqual(["BatchGet", "Query"]);
  });

  it("says when the calendar counts as stale, and lists it", async () => {
    const as_of = new Date(Date.now() - 60_000).toISOString();
    const { stale_at } = await ok(pushTimes([], { as_of, stale_after_min: 5 }));
    expect(Date.parse(stale_at) - Date.parse(as_of)).toBe(300_000);
    await ok(pushTimes([], { as_of }, "a"));
    expect((await send(list, { params: { id: fixture.attorney.id } })).body).toEqual({
      data: [
        { calendar: "a", as_of, stale_at: null, last_error: null },
        { calendar: "court", as_of, stale_at, last_error: null },
      ],
      next_cursor: null,
    });
    const older = new Date(Date.parse(as_of) - 1).toISOString();
    const { status, body } = await pushTimes([time(0, 10)], { as_of: older });
    expect([status, body.error.code]).toEqual([409, "version_conflict"]);
    expect(await shown()).toEqual([]);
  });
});

describe("a busy time", () => {
  it("is judged with time off, names its calendar, and is left out by ignore_busy", async () => {
    await ok(pushTimes([time(600, 660)]));
    const refused = await bookAt(630, 690);
    expect([refused.status, refused.body.error.code]).toEqual([422, "attorney_unavailable"]);
    expect(refused.body.error.details).toEqual([
      { field: "busy", message: expect.stringContaining("court") },
    ]);
    expect(refused.body.error.next_available[0]).toBe(at(660));
    expect(outcome(await bookAt(540, 600))).toBe(201);
    expect(outcome(await hold({ start_at: at(650) }))).toBe("attorney_unavailable");
    expect(outcome(await hold({ start_at: at(650), duration_min: 5, ignore_busy: true }))).toBe(201);
    const booked = await bookAt(600, 630, { ignore_busy: true });
    expect(outcome(booked)).toBe(201);
    expect(outcome(await patch(booked.body.id, { start_at: at(610) }))).toBe("attorney_unavailable");
    expect(outcome(await patch(booked.body.id, { start_at: at(610), ignore_busy: true }))).toBe(200);
  });
});

describe("an echo of a consultation, rounded by another program", () => {
  it("overlaps and refuses nothing while the consultation stands there, also on the date before it", async () => {
    const booked = await bookAt(1440, 1500);
    const window = { from: at(0), to: at(2880) };
    expect((await ok(pushTimes([time(1439.5, 1500.9)], window))).overlapping).toEqual([]);
    expect(await shown()).toEqual([]);
    const before = await bookAt(1380, 1440);
    expect([outcome(before), outcome(await bookAt(1500, 1530))]).toEqual([201, 201]);
    await patch(before.body.id, { status: "canceled" });
    await patch(booked.body.id, { status: "canceled" });
    expect(await shown()).toEqual([["court", 1439.5, 1500.9]]);
    const refused = await bookAt(1380, 1440);
    expect(outcome(refused)).toBe("attorney_unavailable");
    expect(refused.body.error.next_available[0]).toBe(at(1530));
    expect(outcome(await bookAt(1381, 1439))).toBe(201);
  });

  it("that ends within a minute leaves no start within it", async () => {
    await ok(pushTimes([time(600, 659.99)]));
    const refused = await bookAt(630, 690);
    expect(refused.body.error.next_available[0]).toBe(at(660));
  });
});

describe("consultations that a push overlaps", () => {
  it("stay, are named, and have one event each when they were not overlapped before", async () => {
    const [first, second, canceled] = [
      await bookAt(600, 660),
      await bookAt(660, 720),
      await bookAt(720, 750),
    ];
    await patch(canceled.body.id, { status: "canceled" });
    const both = [first.body.id, second.body.id];
    expect((await ok(pushTimes([time(630, 640)]))).overlapping).toEqual([both[0]]);
    expect((await ok(pushTimes([time(630, 730)]))).overlapping).toEqual(both);
    expect((await ok(pushTimes([time(630, 730)]))).overlapping).toEqual(both);
    const { publish, details } = eventPublisher(table, [fixture]);
    await publish();
    const events = details()
      .filter(({ type }) => type === "consultation.busy_overlap")
      .filter(({ data }) => both.includes(data.id));
    expect(events.map(({ data, busy }) => [data.id, busy])).toEqual([
      [both[0], { calendar: "court", ...time(630, 640) }],
      [both[1], { calendar: "court", ...time(630, 730) }],
    ]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });
});

describe("a calendar that is removed", () => {
  const removeCourt = (calendar = "court") => send(remove, { params: { id: fixture.attorney.id, calendar } });

  it("blocks nothing any more, on any date", async () => {
    for (let month = 0; month < 3; month++) {
      const [from, to] = [month * 44_640, (month + 1) * 44_640];
      const busy = Array.from({ length: 31 }, (_, day) =>
        time(from + day * 1440 + 600, from + day * 1440 + 660),
      );
      expect((await ok(pushTimes(busy, { from: at(from), to: at(to) }))).changed_days).toBe(31);
    }
    await ok(pushTimes([time(600, 610)], {}, "google"));
    expect((await removeCourt()).status).toBe(204);
    expect(await shown()).toEqual([["google", 600, 610]]);
    expect(outcome(await bookAt(92 * 1440 + 600, 92 * 1440 + 660))).toBe(201);
    expect((await send(list, { params: { id: fixture.attorney.id } })).body.data).toHaveLength(1);
    expect((await removeCourt()).status).toBe(404);
    expect((await removeCourt("Court")).status).toBe(404);
  });

  it("is gone too if an earlier release has added it, without the date from which it has days", async () => {
    await ok(pushTimes([time(600, 660)], {}, "older"));
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: attorneyCalendarsKey(fixture.firmId, fixture.attorney.id),
        UpdateExpression: "REMOVE calendars.older.firstDate",
      }),
    );
    expect((await removeCourt("older")).status).toBe(204);
    expect(await shown()).not.toContainEqual(["older", 600, 660]);
  });
});
