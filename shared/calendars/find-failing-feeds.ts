import { millisecondsInDay } from "date-fns/constants";
import { batchesOf } from "../runtime/collections.ts";
import { createdAtMilliseconds } from "../runtime/record-id.ts";
import { firmStateRecord } from "../settings/firm-state.store.ts";
import { type DueKey, FEED_SHARDS, readDue } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { parseFeedKey } from "../table/parse-record-keys.ts";
import { readRecord, readRecords } from "../table/read-records.ts";
import { ifReadable, type OnFault } from "../table/record-fault.ts";
import type { Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import type { Feed } from "./feed.rules.ts";
import { feedRecord } from "./feed.store.ts";

type FailingFeed = { readonly firmId: FirmId; readonly feed: Feed };

const BATCH = 100;

type Search = { readonly nowMilliseconds: number; readonly onFault: OnFault };

/**
 * Finds the feeds of enabled firms, across all firms, whose calendars were not read for a day. `onFault` receives
 * feeds and firms that cannot be read.
 */
export const findFailingFeeds = async (
  table: Table,
  { nowMilliseconds, onFault }: Search,
): Promise<FailingFeed[]> => {
  const keys = await Promise.all(
    FEED_SHARDS.map((shard) => keysOfShard(table, shard, nowMilliseconds + 2 * millisecondsInDay)),
  );
  const failing: FailingFeed[] = [];
  for (const batch of batchesOf(
    keys.flat().map(({ key }) => parseFeedKey(key)),
    BATCH,
  )) {
    const records = batch.map((key) =>
      ifReadable(feedRecord(key.firmId, key.attorneyId, key.id), (fault) => onFault(nameOf(key), fault)),
    );
    const { feeds } = await readRecords(table, { feeds: records });
    failing.push(
      ...batch.flatMap(({ firmId }, index) => {
        const feed = feeds[index];
        return feed && failsForDay(feed, nowMilliseconds) ? [{ firmId, feed }] : [];
      }),
    );
  }
  return ofEnabledFirms(table, failing, onFault);
};

const nameOf = ({ firmId, attorneyId, id }: ReturnType<typeof parseFeedKey>) =>
  `the feed ${id} of the member ${attorneyId} of the firm ${firmId}`;

/** Every feed is due at some time: the next one of the longest wait is a day away. */
const keysOfShard = async (table: Table, shard: string, untilMilliseconds: number): Promise<DueKey[]> => {
  const keys: DueKey[] = [];
  let next: Item | undefined;
  do {
    const page = await readDue(table, shard, untilMilliseconds, next);
    keys.push(...page.due);
    next = page.next;
  } while (next);
  return keys;
};

const failsForDay = ({ id, lastFetchedAtMilliseconds }: Feed, nowMilliseconds: number) =>
  nowMilliseconds - Math.max(lastFetchedAtMilliseconds, createdAtMilliseconds(id)) > millisecondsInDay;

const ofEnabledFirms = async (table: Table, feeds: readonly FailingFeed[], onFault: OnFault) => {
  const enabled: FailingFeed[] = [];
  for (const { firmId, feed } of feeds) {
    const state = ifReadable(firmStateRecord(firmId), (fault) => onFault(`the firm ${firmId}`, fault));
    if ((await readRecord(table, state))?.disabledAt === null) enabled.push({ firmId, feed });
  }
  return enabled;
};
