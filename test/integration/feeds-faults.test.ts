import { describe, expect, it } from "@jest/globals";
import { handler as create } from "../../functions/calendars/create-feed.ts";
import { handler as remove } from "../../functions/calendars/delete-feed.ts";
import { handler as getCalendar } from "../../functions/consultations/get-calendar.ts";
import type { Download } from "../../shared/calendars/feed-download.rules.ts";
import { sweepFeeds } from "../../shared/calendars/sweep-feeds.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { dayKey } from "../../shared/table/record-keys.ts";
import { connectTable } from "../../shared/table/table.ts";
import { expectConsistentSlots, times, useBookingFixture } from "../support/booking-fixture.ts";
import { calendarFile, changed, type FeedEvent, feedItem, reading } from "../support/feeds.ts";
import { useLossyStore } from "../support/lossy-store.ts";
import { putItems } from "../support/put-items.ts";
import { crashAtCall, recordQueriedItems } from "../support/store-calls.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable();
const store = useLossyStore();
/** Uses the proxy that loses answers. */
const lossy = connectTable();
const { fixture, send, book } = useBookingFixture(table);

const [MINUTE, DAY] = [60_000, 86_400_000];
const TODAY = Math.floor(Date.now() / DAY) * DAY;
const on = (days: number, minutes: number) => new Date(TODAY + days * DAY + minutes * MINUTE);
const event = (days: number, from: number, to: number): FeedEvent => [on(days, from), on(days, to)];

const newFeed = async () => {
  const body = { url: "https://93.184.216.34/a.ics" };
  const response = await send(create, { params: { id: fixture.attorney.id }, body });
  expect(response.status).toBe(201);
  return { firmId: fixture.firmId, attorneyId: fixture.attorney.id, id: String(response.body.id) };
};
const busy = async (from: number, to: number) => {
  const query = { from: on(from, 0).toISOString(), to: on(to, 0).toISOString() };
  const { body } = await send(getCalendar, { params: { id: fixture.attorney.id }, query });
  return body.data.busy.map(({ start_at }: { start_at: string }) => (Date.parse(start_at) - TODAY) / DAY);
};

const FIRST = changed(calendarFile([event(1, 0, 60), event(40, 0, 60), event(100, 0, 60)]), { etag: '"1"' });
const SECOND = changed(calendarFile([event(2, 0, 60), event(41, 0, 60), event(101, 0, 60)]), { etag: '"2"' });
const shown = async () => [await busy(0, 31), await busy(32, 62), await busy(93, 123)];

describe("a reading whose answers are lost", () => {
  it.each([1, 2, 3, 4, 5])("writes the same, when that of write %i is", async (position) => {
    const feed = await newFeed();
    await reading(table, feed, FIRST);
    store.loseAnswers(position, 1);
    expect(await reading(lossy, feed, SECOND)).toMatchObject({ outcome: "changed" });
    store.reset();
    expect(await shown()).toEqual([[2], [41], [101]]);
    expect(await feedItem(table, feed)).toMatchObject({ etag: '"2"', intervals: 3, failures: 0 });
  });
});

/** @returns whether the reading ended before it came to the call at which it crashes */
const readCrashing = async (feed: Parameters<typeof reading>[1], nth: number): Promise<boolean> => {
  const spy = crashAtCall(nth, nth % 2 === 0 ? "before" : "after");
  const isDone = await reading(table, feed, SECOND).then(
    () => true,
    () => false,
  );
  spy.mockRestore();
  return isDone;
};

/** Answers as a server whose calendar is as at first. */
const firstAgain = async (etag: string, sent: string[]): Promise<Download> => {
  sent.push(etag);
  return etag === '"1"' ? { result: "unchanged" } : FIRST;
};

describe("a reading that crashes", () => {
  it("at any call is followed by one of the whole calendar, even if the calendar is as before again", async () => {
    const before = [[1], [40], [100]];
    const whole = [before, [[2], [41], [101]]].map((busyDays) => JSON.stringify(busyDays));
    const sent: string[] = [];
    for (let nth = 2; ; nth++) {
      const feed = await newFeed();
      await reading(table, feed, FIRST);
      const isDone = await readCrashing(feed, nth);
      const isWhole = whole.includes(JSON.stringify(await shown()));
      await reading(table, feed, ({ validators: { etag } }) => firstAgain(etag, sent));
      expect(isWhole || sent.at(-1) === "").toBe(true);
      expect(await shown()).toEqual(before);
      expect((await send(remove, { params: { id: feed.attorneyId, feedId: feed.id } })).status).toBe(204);
      if (isDone) break;
    }
    expect(new Set(sent)).toEqual(new Set(["", '"1"', '"2"']));
  });
});

describe("the deletion of a feed", () => {
  const deletion = ({ attorneyId, id }: Awaited<ReturnType<typeof newFeed>>) =>
    send(remove, { params: { id: attorneyId, feedId: id } });

  it("reads no day from before the feed was there", async () => {
    const feed = await newFeed();
    await reading(table, feed, FIRST);
    const dates = [-1_000, -2, 1].map((days) => on(days, 0).toISOString().slice(0, 10));
    const oldDays = dates.slice(0, 2).map((date) => dayKey(feed.firmId, feed.attorneyId, date));
    await putItems(
      table,
      oldDays.map((key) => ({ ...key, version: 1, slots: {} })),
    );
    const read = await recordQueriedItems(() => deletion(feed));
    expect(dates.map((date) => read.some(({ sk }) => sk === date))).toEqual([false, false, true]);
    expect(await shown()).toEqual([[], [], []]);
  });

  it("that crashes at any call goes on when it is repeated", async () => {
    const daily = changed(calendarFile(Array.from({ length: 60 }, (_, day) => event(day, 0, 60))));
    for (let nth = 0, isDone = false; !isDone; nth++) {
      const feed = await newFeed();
      await reading(table, feed, daily);
      expect((await busy(0, 31)).length).toBe(31);
      const spy = crashAtCall(nth, nth % 2 === 0 ? "before" : "after");
      isDone = (await deletion(feed)).status === 204;
      spy.mockRestore();
      expect([204, 404]).toContain((await deletion(feed)).status);
      expect([await busy(0, 31), await busy(31, 61)]).toEqual([[], []]);
    }
  });
});

describe("the sweep of feeds", () => {
  it("takes each due feed once, even by several sweeps and lost answers", async () => {
    const feed = await newFeed();
    const sent: string[] = [];
    const feeds = {
      url: "",
      client: Object({
        send: async ({ input }: { input: { MessageBody: string } }) => sent.push(input.MessageBody),
      }),
    };
    const now = () => Date.now() + 2 * MINUTE;
    store.loseAnswers(1, 1);
    const sweep = (swept = table) =>
      runInvocation({ function: "sweep-deliveries" }, () =>
        sweepFeeds({ table: swept, feeds, now, random: Math.random }),
      );
    await Promise.all([sweep(lossy), sweep(), sweep()]);
    const own = sent.map((body) => JSON.parse(body)).filter(({ id }) => id === feed.id);
    expect(own).toEqual([{ ...feed, version: 2 }]);
    expect(await reading(table, feed, FIRST, { version: 1 })).toMatchObject({ outcome: "void" });
    expect(await reading(table, feed, FIRST, { version: 2 })).toMatchObject({ outcome: "changed" });
  });
});

/** Reads as the queue does, which brings a reading again that bookings kept from its write until its time was up. */
const readAgainWhileBusy = async (
  ...input: readonly [Parameters<typeof reading>[1], Download]
): Promise<void> => {
  const isOver = await reading(table, ...input).then(
    () => true,
    (error) => {
      if (error.code !== "unavailable") throw error;
      return false;
    },
  );
  if (!isOver) await readAgainWhileBusy(...input);
};

it("no booking overlaps a time of a feed whose reading ended before it was sent", async () => {
  const feed = await newFeed();
  let inForce: readonly number[] = [];
  const faults: string[] = [];
  const readings = async () => {
    for (let round = 0; round < 12; round++) {
      const starts = times(4, (index) => 60 * index * 3 + 60 * (round % 3));
      inForce = inForce.filter((start) => starts.includes(start));
      const download = changed(calendarFile(starts.map((start) => event(3, start, start + 60))));
      await readAgainWhileBusy(feed, download);
      inForce = starts;
    }
  };
  const isBusyAt = (minute: number) => inForce.some((start) => start <= minute && minute < start + 60);
  const bookAt = async (minute: number) => {
    const before = inForce;
    const isBusy = isBusyAt(minute);
    const { status, body } = await book({ start_at: on(3, minute).toISOString(), duration_min: 5 });
    // A reading that began meanwhile may have freed the time.
    if (isBusy && status === 201 && before === inForce) faults.push(`booked at ${minute}`);
    if (!["attorney_unavailable", "slot_unavailable", "unavailable", undefined].includes(body.error?.code))
      faults.push(body.error.code);
  };
  const bookings = async (from: number) => {
    for (let index = 0; index < 24; index++) await bookAt((from + index * 35) % 720);
  };
  await Promise.all([readings(), bookings(5), bookings(15), bookings(25)]);
  expect(faults).toEqual([]);
  await expectConsistentSlots(table);
});
