import { describe, expect, it } from "@jest/globals";
import { handler as create } from "../../../functions/calendars/create-feed.ts";
import { handler as removeCalendar } from "../../../functions/calendars/delete-busy-calendar.ts";
import { handler as remove } from "../../../functions/calendars/delete-feed.ts";
import { handler as listCalendars } from "../../../functions/calendars/list-busy-calendars.ts";
import { handler as list } from "../../../functions/calendars/list-feeds.ts";
import { handler as getCalendar } from "../../../functions/consultations/get-calendar.ts";
import { exportFirm } from "../../../shared/firm/export-firm.ts";
import { throwFault } from "../../../shared/table/record-fault.ts";
import { useBookingFixture } from "../../support/booking-fixture.ts";
import { calendarFile, changed, type FeedEvent, feedItem, reading } from "../../support/feeds.ts";
import { readPartition } from "../../support/leads.ts";
import { readAllPages } from "../../support/read-all-pages.ts";
import { recordStoreCalls } from "../../support/store-calls.ts";
import { useTable } from "../../support/test-table.ts";
import { violationFields } from "../../support/violation-fields.ts";

const table = useTable();
const { fixture, newAttorney, send, book } = useBookingFixture(table);

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const TODAY = Math.floor(Date.now() / DAY) * DAY;
const SECRET = "private-4f1e8b7a6c50";
const URL = `https://93.184.216.34/ical/${SECRET}/basic.ics`;

/** Returns an instant in so many minutes from midnight, in so many days. */
const on = (days: number, minutes: number) => new Date(TODAY + days * DAY + minutes * MINUTE);
const event = (days: number, from: number, to: number, uid?: string): FeedEvent =>
  uid === undefined ? [on(days, from), on(days, to)] : [on(days, from), on(days, to), uid];

const params = () => ({ id: fixture.attorney.id });
const add = (body: object = {}) => send(create, { params: params(), body: { url: URL, ...body } });
const newFeed = async () => {
  const { status, body } = await add();
  expect(status).toBe(201);
  return { firmId: fixture.firmId, attorneyId: fixture.attorney.id, id: String(body.id) };
};
const read = async (feed: Parameters<typeof reading>[1], events: readonly FeedEvent[]) =>
  reading(table, feed, changed(calendarFile(events)));
const feeds = async () => (await send(list, { params: params() })).body.data;
const busy = async (days = 31) => {
  const query = { from: on(0, 0).toISOString(), to: on(days, 0).toISOString() };
  const { body } = await send(getCalendar, { params: params(), query });
  return body.data.busy.map(({ start_at, end_at }: Record<string, string>) =>
    [start_at, end_at].map((instant = "") => (Date.parse(instant) - TODAY) / MINUTE),
  );
};
const bookOn = (days: number, from: number, changes: object = {}) =>
  book({ start_at: on(days, from).toISOString(), duration_min: 30, ...changes });

describe("a new feed", () => {
  it("shows no more of its address than the host, in no answer", async () => {
    const { status, body } = await add({ url: URL.replace("https", "WebCal"), name: " Court " });
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(String),
        url: "https://93.184.216.34/…",
        name: "Court",
        last_fetched_at: null,
        last_error: null,
        intervals: 0,
      },
    ]);
    expect(await feeds()).toEqual([body]);
    const item = await feedItem(table, { ...fixture, attorneyId: fixture.attorney.id, id: body.id });
    expect(item?.url).toBe(URL);
  });

  it("is not among what a firm exports with its address", async () => {
    const feed = await newFeed();
    await read(feed, [event(1, 600, 660)]);
    const exported: unknown[] = [];
    for await (const { records } of exportFirm(table, fixture.firmId, throwFault)) exported.push(...records);
    expect(JSON.stringify(exported)).toContain(feed.id);
    expect(JSON.stringify(exported)).not.toContain(SECRET);
  });

  it("is refused with an address that is not public", async () => {
    expect(violationFields(await add({ url: "webcal://127.0.0.1/a.ics" }))).toEqual(["url"]);
  });

  it("is listed before older ones, a page at a time", async () => {
    const [first, second, third] = [await newFeed(), await newFeed(), await newFeed()].map(({ id }) => id);
    const pages = await readAllPages(list, { key: fixture.key, params: params(), limit: 2 });
    expect(pages.map((page) => page.map(({ id }) => id))).toEqual([[third, second], [first]]);
    const refused = await send(list, { params: params(), query: { cursor: "x" } });
    expect(violationFields(refused)).toEqual(["cursor"]);
  });

  it("is a calendar that only the feed's own deletion removes", async () => {
    const { id: calendar } = await newFeed();
    const refused = await send(removeCalendar, { params: { ...params(), calendar } });
    expect(violationFields(refused)).toEqual(["calendar"]);
  });
});

describe("a reading", () => {
  it("blocks the times of the calendar, and frees those that are gone", async () => {
    const feed = await newFeed();
    expect(await read(feed, [event(1, 600, 660), event(170, 0, 60)])).toMatchObject({ outcome: "changed" });
    expect(await busy()).toEqual([[1_440 + 600, 1_440 + 660]]);
    expect((await bookOn(1, 630)).body.error).toMatchObject({ code: "attorney_unavailable" });
    expect(await feeds()).toMatchObject([
      { intervals: 2, last_error: null, last_fetched_at: expect.any(String) },
    ]);
    await read(feed, [event(1, 700, 760)]);
    expect((await bookOn(1, 630)).status).toBe(201);
  });

  it("compares what a calendar means, not its bytes, and then writes nothing but the feed", async () => {
    const feed = await newFeed();
    await read(feed, [event(1, 600, 660)]);
    const again = () => reading(table, feed, changed(calendarFile([event(1, 600, 660)], "other bytes")));
    const unchanged = () => reading(table, feed, { result: "unchanged" });
    // The test itself reads the version of the feed first.
    for (const each of [again, unchanged])
      expect(await recordStoreCalls(each)).toEqual(["Get", "BatchGet", "Update"]);
  });

  it("sends validators only while the last whole reading counts", async () => {
    const feed = await newFeed();
    // All instants are on one date: on the next one, a calendar means other times.
    const now = TODAY + DAY;
    const sent = async (at: number) => {
      let seen: unknown;
      await reading(
        table,
        feed,
        async ({ validators }) => {
          seen = validators.etag;
          return changed(calendarFile([event(1, 600, 660)]), { etag: '"1"' });
        },
        { now: at },
      );
      return seen;
    };
    expect([await sent(now), await sent(now + HOUR)]).toEqual(["", '"1"']);
    expect([await sent(now + 20 * HOUR), await sent(now + 21 * HOUR)]).toEqual(["", '"1"']);
  });

  it("that fails keeps the times, says why, and backs off", async () => {
    const feed = await newFeed();
    await read(feed, [event(1, 600, 660)]);
    const now = Date.now();
    const fail = { result: "failed", error: "It is gone.", retryAfterMilliseconds: 8 * HOUR } as const;
    expect(await reading(table, feed, fail, { now })).toEqual({ outcome: "failed", error: "It is gone." });
    expect((await feedItem(table, feed))?.dueAtMilliseconds - now).toBe(8 * HOUR);
    expect(await feeds()).toMatchObject([{ last_error: "It is gone.", intervals: 1 }]);
    const { body } = await send(listCalendars, { params: params() });
    expect(body.data).toMatchObject([{ calendar: feed.id, last_error: "It is gone." }]);
    const isolated = Array.from({ length: 60 }, (_, index) => event(1, 10 * index, 10 * index + 5));
    for (const file of ["<html>", calendarFile(isolated)])
      expect(await reading(table, feed, changed(file))).toMatchObject({ outcome: "failed" });
    expect(await busy()).toHaveLength(1);
    await read(feed, [event(1, 600, 660)]);
    expect(await feeds()).toMatchObject([{ last_error: null }]);
  });

  it("leaves out consultations of the firm by their UID", async () => {
    const { body } = await bookOn(1, 630);
    const feed = await newFeed();
    await read(feed, [event(1, 600, 700, `${body.id}@intake`), event(1, 800, 810)]);
    expect(await busy()).toEqual([[1_440 + 800, 1_440 + 810]]);
  });

  it("writes shorter windows where it overlaps more than 40 consultations", async () => {
    for (let index = 0; index < 45; index++)
      expect((await bookOn(1 + (index % 9), 60 * Math.floor(index / 9))).status).toBe(201);
    const feed = await newFeed();
    const days = Array.from({ length: 9 }, (_, index) => event(1 + index, 0, 600));
    expect(await read(feed, days)).toMatchObject({ outcome: "changed" });
    expect(await busy()).toHaveLength(9);
    const items = await readPartition(table, `FIRM#${fixture.firmId}#BUSYOVERLAP`);
    const overlaps = items.flatMap((item) => item.overlaps as { calendar: string }[]);
    const own = overlaps.filter(({ calendar }) => calendar === feed.id);
    expect(own).toHaveLength(45);
  });

  it("replaces 50 times of a date by 50 others, in several steps", async () => {
    const each = (count: number, first: number, length: number) =>
      Array.from({ length: count }, (_, index) => event(1, first + 10 * index, first + 10 * index + length));
    for (let index = 0; index < 45; index++)
      expect((await bookOn(1, 10 * index, { duration_min: 5 })).status).toBe(201);
    const feed = await newFeed();
    await read(feed, each(50, 720, 5));
    expect(await read(feed, each(50, 0, 6))).toMatchObject({ outcome: "changed" });
    expect(await busy()).toHaveLength(50);
    expect((await busy())[0]).toEqual([1_440, 1_446]);
  });

  it("does not happen twice at once: the later of two has no effect", async () => {
    const feed = await newFeed();
    const overtaken = await reading(table, feed, async () => {
      await read(feed, [event(1, 600, 660)]);
      return changed(calendarFile([event(2, 600, 660)]));
    });
    expect(overtaken.outcome).toBe("void");
    expect(await busy()).toEqual([[2_040, 2_100]]);
  });
});

describe("the deletion of a feed", () => {
  it("removes its busy times, and those of no other calendar", async () => {
    const [feed, other] = [await newFeed(), await newFeed()];
    await read(feed, [event(1, 600, 660), event(100, 0, 60)]);
    await read(other, [event(1, 700, 760)]);
    expect((await send(remove, { params: { ...params(), feedId: feed.id } })).status).toBe(204);
    expect(await busy()).toEqual([[2_140, 2_200]]);
    expect(await feeds()).toHaveLength(1);
    expect((await send(remove, { params: { ...params(), feedId: feed.id } })).status).toBe(404);
  });

  it("ends a reading under way", async () => {
    const feed = await newFeed();
    const { outcome } = await reading(table, feed, async () => {
      expect((await send(remove, { params: { ...params(), feedId: feed.id } })).status).toBe(204);
      return changed(calendarFile([event(1, 600, 660)]));
    });
    expect([outcome, await busy()]).toEqual(["void", []]);
  });

  it("of a member is no matter of another member", async () => {
    const feed = await newFeed();
    const other = await newAttorney();
    expect((await send(remove, { params: { id: other.id, feedId: feed.id } })).status).toBe(404);
  });
});
