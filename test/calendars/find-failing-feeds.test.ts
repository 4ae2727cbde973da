import { expect, it } from "@jest/globals";
import { newFeed } from "../../shared/calendars/feed.rules.ts";
import { putFeed } from "../../shared/calendars/feed.store.ts";
import { findFailingFeeds } from "../../shared/calendars/find-failing-feeds.ts";
import { disableFirm } from "../../shared/firm/set-firm-state.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { commit } from "../../shared/table/commit.ts";
import { newFirm } from "../support/firms.ts";
import { useTable } from "../support/test-table.ts";

const table = useTable({ forEach: true });

const DAY = 86_400_000;
const CREATED = Date.parse("2026-11-02T09:00:00Z");

/** Stores a feed of a new firm. */
const storeFeed = async (lastFetchedAtMilliseconds = 0) => {
  const { firmId, attorney } = await newFirm(table);
  const ids = { id: newRecordId(CREATED), attorneyId: attorney.id, nowMilliseconds: CREATED };
  const feed = { ...newFeed({ url: "https://calendar.example.com/a.ics", name: "" }, ids) };
  await commit(table, [putFeed(firmId, { ...feed, lastFetchedAtMilliseconds })]);
  return { firmId, id: feed.id };
};

const failingAt = async (nowMilliseconds: number) =>
  (await findFailingFeeds(table, nowMilliseconds)).map(({ firmId, feed }) => ({ firmId, id: feed.id }));

it("finds feeds that were not read for more than a day, of any firm", async () => {
  const read = await storeFeed(CREATED + 1);
  const neverRead = await storeFeed();
  expect(await failingAt(CREATED + DAY)).toEqual([]);
  expect(await failingAt(CREATED + DAY + 1)).toEqual([neverRead]);
  const all = await failingAt(CREATED + DAY + 2);
  expect(all).toHaveLength(2);
  expect(all).toEqual(expect.arrayContaining([read, neverRead]));
});

it("leaves out those of a disabled firm, which nobody reads", async () => {
  const { firmId } = await storeFeed();
  await disableFirm(table, { firmId, nowMilliseconds: CREATED });
  expect(await failingAt(CREATED + 2 * DAY)).toEqual([]);
});
