import { expect, it } from "@jest/globals";
import { newFeed } from "../../shared/calendars/feed.rules.ts";
import { putFeed } from "../../shared/calendars/feed.store.ts";
import { findFailingFeeds } from "../../shared/calendars/find-failing-feeds.ts";
import { disableFirm } from "../../shared/firm/set-firm-state.ts";
import { newRecordId } from "../../shared/runtime/record-id.ts";
import { commit } from "../../shared/table/commit.ts";
import { throwFault } from "../../shared/table/record-fault.ts";
import { feedKey, keyCountsKey } from "../../shared/table/record-keys.ts";
import { newFirm } from "../support/firms.ts";
import { spoilRecord } from "../support/spoil-record.ts";
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
  return { firmId, attorneyId: attorney.id, id: feed.id };
};

const idsOf = ({ firmId, id }: Awaited<ReturnType<typeof storeFeed>>) => ({ firmId, id });

const failingAt = async (nowMilliseconds: number, onFault = throwFault) =>
  (await findFailingFeeds(table, { nowMilliseconds, onFault })).map(({ firmId, feed }) => ({
    firmId,
    id: feed.id,
  }));

it("finds feeds that were not read for more than a day, of any firm", async () => {
  const [read, neverRead] = [idsOf(await storeFeed(CREATED + 1)), idsOf(await storeFeed())];
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

it("names feeds and firms that cannot be read, and finds the others", async () => {
  const [feed, ofFirm, other] = [await storeFeed(), await storeFeed(), await storeFeed()];
  await spoilRecord(table, feedKey(feed.firmId, feed.attorneyId, feed.id), "lastError");
  await spoilRecord(table, keyCountsKey(ofFirm.firmId), "firmDisabledAt");
  const faults: string[] = [];
  const found = await failingAt(CREATED + 2 * DAY, (record) => void faults.push(record));
  expect(found).toEqual([idsOf(other)]);
  const { firmId, attorneyId, id } = feed;
  expect(faults.toSorted()).toEqual([
    `the feed ${id} of the member ${attorneyId} of the firm ${firmId}`,
    `the firm ${ofFirm.firmId}`,
  ]);
});
