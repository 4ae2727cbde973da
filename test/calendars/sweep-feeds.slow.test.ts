import { expect, it } from "@jest/globals";
import { handler as create } from "../../functions/calendars/create-feed.ts";
import { handler as list } from "../../functions/calendars/list-feeds.ts";
import { connectFeedQueue } from "../../shared/calendars/feed-queue.ts";
import { sweepFeeds } from "../../shared/calendars/sweep-feeds.ts";
import { disableFirm, enableFirm } from "../../shared/firm/set-firm-state.ts";
import { runInvocation } from "../../shared/runtime/log.ts";
import { useBookingFixture } from "../support/booking-fixture.ts";
import { calendarFile, changed, feedItem, reading } from "../support/feeds.ts";
import { useTable } from "../support/test-table.ts";
import { useQueue } from "../support/use-queue.ts";

const table = useTable();
const { fixture, send } = useBookingFixture(table);
const queue = useQueue();

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** Days after all readings, at any time of the day. */
const FILE = changed(calendarFile([[new Date(Date.now() + 72 * HOUR), new Date(Date.now() + 73 * HOUR)]]));
const FAILED = { result: "failed", error: "It is gone.", retryAfterMilliseconds: 0 } as const;

const newFeed = async () => {
  const body = { url: "https://93.184.216.34/a.ics" };
  const response = await send(create, { params: { id: fixture.attorney.id }, body });
  expect(response.status).toBe(201);
  return { firmId: fixture.firmId, attorneyId: fixture.attorney.id, id: String(response.body.id) };
};
type Id = Awaited<ReturnType<typeof newFeed>>;

const dueAt = async (feed: Id) => Number((await feedItem(table, feed))?.dueAtMilliseconds);

/** Runs the sweep, by default at the moment at which a feed is due. Returns the message of that feed, and its next wait. */
const sweepWhenDue = async (feed: Id, later?: number) => {
  const at = later ?? (await dueAt(feed));
  const dependencies = { table, feeds: connectFeedQueue(), now: () => at, random: () => 0.5 };
  queue.take();
  await runInvocation({ function: "sweep-deliveries" }, () => sweepFeeds(dependencies));
  const sent = queue.take().map(({ body }) => JSON.parse(body));
  const version = Number(sent.find(({ id }) => id === feed.id)?.version);
  return { at, version, minutes: ((await dueAt(feed)) - at) / MINUTE };
};
const lastError = async (feed: Id) => {
  const { body } = await send(list, { params: { id: feed.attorneyId } });
  return body.data.find(({ id }: Id) => id === feed.id).last_error;
};

it("a reading that does not end counts as a failure, once the next one is due", async () => {
  const feed = await newFeed();
  const waits: number[] = [];
  const errors: unknown[] = [];
  for (let count = 0; count < 3; count++) {
    waits.push((await sweepWhenDue(feed)).minutes);
    errors.push(await lastError(feed));
  }
  expect(waits).toEqual([10, 20, 40]);
  const error = "The last reading of the calendar did not end. Intake tries again.";
  expect(errors).toEqual([null, error, error]);
  const { version, at } = await sweepWhenDue(feed);
  expect(await reading(table, feed, FILE, { version, now: at })).toMatchObject({ outcome: "changed" });
  expect(await lastError(feed)).toBeNull();
  expect((await sweepWhenDue(feed)).minutes).toBe(10);
});

it("a reading that ends counts once", async () => {
  const feed = await newFeed();
  const first = await sweepWhenDue(feed);
  await reading(table, feed, FAILED, { version: first.version, now: first.at });
  expect(await feedItem(table, feed)).toMatchObject({ failures: 1, lastError: "It is gone." });
  const second = await sweepWhenDue(feed);
  expect([second.at - first.at, second.minutes]).toEqual([10 * MINUTE, 20]);
  expect(await feedItem(table, feed)).toMatchObject({ failures: 1, lastError: "It is gone." });
});

it.each([
  ["success", FILE],
  ["failure", FAILED],
])("a message that comes again after a %s is void", async (_name, download) => {
  const feed = await newFeed();
  await reading(table, feed, FILE);
  const { version, at } = await sweepWhenDue(feed);
  await reading(table, feed, download, { version, now: at });
  const after = await feedItem(table, feed);
  expect((await reading(table, feed, download, { version, now: at })).outcome).toBe("void");
  expect(await feedItem(table, feed)).toEqual(after);
});

it("a calendar that has not changed for hours is read less often, until it changes", async () => {
  const feed = await newFeed();
  const noon = Math.floor(Date.now() / DAY) * DAY + 1.5 * DAY;
  await reading(table, feed, FILE, { now: noon });
  const read = async (hours: number, download: typeof FILE) => {
    const { version, at, minutes } = await sweepWhenDue(feed, noon + hours * HOUR);
    const { outcome } = await reading(table, feed, download, { version, now: at });
    return [outcome, minutes, ((await dueAt(feed)) - at) / MINUTE];
  };
  expect(await read(0.5, FILE)).toEqual(["unchanged", 10, 10]);
  expect(await read(6, FILE)).toEqual(["unchanged", 26, 26]);
  expect(await read(7, changed(calendarFile([[new Date(noon + DAY), new Date(noon + DAY + HOUR)]])))).toEqual(
    ["changed", 26, 10],
  );
});

it("the feed of a disabled firm does not fail, and is due within ten minutes", async () => {
  const feed = await newFeed();
  const firm = { firmId: fixture.firmId, nowMilliseconds: Date.now() };
  await disableFirm(table, firm);
  for (let count = 0; count < 3; count++) {
    const { version, at, minutes } = await sweepWhenDue(feed);
    expect(await reading(table, feed, FILE, { version, now: at })).toMatchObject({ outcome: "void" });
    expect(minutes).toBe(10);
    expect(await feedItem(table, feed)).toMatchObject({ failures: 0, lastError: null });
  }
  await enableFirm(table, firm);
});
