import { putCalendars } from "../../../shared/calendars/busy-calendar.store.ts";
import { feedCalendar, newFeed } from "../../../shared/calendars/feed.rules.ts";
import { putFeed } from "../../../shared/calendars/feed.store.ts";
import { newRecordId } from "../../../shared/runtime/record-id.ts";
import { commit } from "../../../shared/table/commit.ts";
import { calendarFile, changed, type FeedEvent, feedItem, reading } from "../../support/feeds.ts";
import { addMember } from "../../support/firms.ts";
import { type ConsumerScenario, type Scenario, scenariosOf, type World } from "../world.ts";

const [HOUR, DAY] = [3_600_000, 86_400_000];
const EVENTS = 200;
const ETAG = '"unchanged"';

/** Returns a calendar of 200 events in 180 days, the first of which may be longer. */
const feedOf = (hours = 1, comment = "") => {
  const today = Math.floor(Date.now() / DAY) * DAY;
  return calendarFile(
    Array.from({ length: EVENTS }, (_, index): FeedEvent => {
      const start = today + DAY + (index % 175) * DAY + (9 + Math.floor(index / 175)) * HOUR;
      return [new Date(start), new Date(start + (index === 0 ? hours : 1) * HOUR)];
    }),
    comment,
  );
};

/** Stores a feed of a new member, whose 200 events were read. */
const storeFeed = async ({ table, firmId }: World, url: string) => {
  const { id: attorneyId } = await addMember(table, firmId);
  const id = newRecordId(Date.now());
  const feed = newFeed({ url, name: "" }, { id, attorneyId, nowMilliseconds: Date.now() });
  const calendars = { [id]: feedCalendar(Date.now()) };
  await commit(table, [
    putFeed(firmId, feed),
    putCalendars(firmId, attorneyId, { before: { version: 0, calendars: {} }, calendars }),
  ]);
  const stored = { firmId, attorneyId, id };
  await reading(table, stored, changed(feedOf(), { etag: ETAG }));
  return stored;
};

const DUE = 25;

/** Returns a sweep that takes feeds for readings. */
export const feedSweep = ({ table, firmId }: World) => ({
  label: `${DUE} feeds due`,
  // A read and a write of each.
  roundTrips: 2 * DUE,
  maxWriteUnits: 3 * DUE,
  event: async () => {
    // Due a minute later.
    const nowMilliseconds = Date.now() - 120_000;
    const url = "https://calendar.example.com/a.ics";
    for (let count = 0; count < DUE; count++) {
      const id = newRecordId(Date.now());
      const feed = newFeed({ url, name: "" }, { id, attorneyId: id, nowMilliseconds });
      await commit(table, [putFeed(firmId, feed)]);
    }
    return {};
  },
});

/** Returns the calls about feeds that read or write more than once. */
export const feedScenarios = (world: World): Scenario[] =>
  scenariosOf(world, [
    ["list-feeds", "", 1, () => ({ params: { id: world.attorney.id } }), { inParallel: true }],
    [
      "delete-feed",
      "200 events",
      // The days take several writes.
      8,
      async () => {
        const { attorneyId, id } = await storeFeed(world, "https://calendar.example.com/a.ics");
        return { params: { id: attorneyId, feedId: id } };
      },
      { inParallel: true },
    ],
  ]);

/** Returns readings of a calendar with 200 events: one of its days changed, other bytes, and a 304. */
export const feedReadings = async (world: World, origin: string): Promise<ConsumerScenario[]> => {
  const event = async (path: string) => {
    const feed = await storeFeed(world, `${origin}/${path}`);
    const { version } = (await feedItem(world.table, feed)) ?? {};
    return { Records: [{ messageId: "1", body: JSON.stringify({ ...feed, version }) }] };
  };
  const row = (label: string, path: string, maxRoundTrips: number) => ({
    endpoint: "fetch-feed",
    label: `200 events, ${label}`,
    maxRoundTrips,
    inParallel: true as const,
    event: () => event(path),
  });
  return [
    row("unchanged by its validators", "calendar-unchanged", 2),
    row("other bytes of the same meaning", "calendar-same", 2),
    // A read for each of six windows, and the writes at begin and end.
    row("a time of one day changed", "calendar-changed", 10),
  ];
};

/** Returns the answer of the calendar's server for a path, if it is one of these. */
export const calendarAnswer = (path: string, etag: unknown) => {
  if (path === "/calendar-unchanged" && etag === ETAG) return { status: 304, body: "" };
  if (path === "/calendar-changed") return { status: 200, body: feedOf(2) };
  return path.startsWith("/calendar-") ? { status: 200, body: feedOf(1, "other bytes") } : null;
};
