import type { Write } from "../table/commit.ts";
import { dueAttributes, FEED_SHARDS } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listNewestFirst, type Page, type PageRange } from "../table/list-newest-first.ts";
import { nullIfMissing, type QueryRef, type RecordRef } from "../table/read-records.ts";
import { dayPartition, FEED_PREFIX, feedKey, type Item } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { setFields, updateExpressions, updateItem } from "../table/update-item.ts";
import { walkPartition } from "../table/walk-items.ts";
import type { Feed } from "./feed.rules.ts";
import { feedFields } from "./feed-fields.contract.ts";

const parseFeed = (item: Item): Feed => feedFields.item().parse(item);

/** Reads a feed of a member of this firm, or null. */
export const feedRecord = (firm: FirmId, attorneyId: string, id: string): RecordRef<Feed | null> => ({
  key: feedKey(firm, attorneyId, id),
  parse: nullIfMissing(parseFeed),
});

/** Reads every feed of a member, the oldest first. */
export const feedsOfMember = (firm: FirmId, attorneyId: string): QueryRef<Feed[]> => ({
  query: async (table) => {
    const feeds: Feed[] = [];
    const walk = { pk: dayPartition(firm, attorneyId), sortPrefix: FEED_PREFIX };
    for await (const items of walkPartition(table, walk)) feeds.push(...items.map(parseFeed));
    return feeds;
  },
});

/** Reads pages of the feeds of a member. */
export const feedPage =
  (firm: FirmId, attorneyId: string) =>
  (table: Table, range: PageRange): Promise<Page<Feed>> =>
    listNewestFirst(
      table,
      {
        partition: { pk: dayPartition(firm, attorneyId) },
        sortPrefix: FEED_PREFIX,
        consistent: true,
        parse: parseFeed,
      },
      range,
    );

/** Writes a new feed. */
export const putFeed = (firm: FirmId, feed: Feed): Write => ({
  New: { ...feedKey(firm, feed.attorneyId, feed.id), ...feed, ...feedDue(feed) },
});

/** Deletes a feed, if it is there. From then on no reading writes anything. */
export const removeFeed = (firm: FirmId, attorneyId: string, id: string): Write => ({
  Delete: { Key: feedKey(firm, attorneyId, id) },
});

/** Returns the place of a feed in the index of due items. */
const feedDue = ({ id, dueAtMilliseconds }: Pick<Feed, "id" | "dueAtMilliseconds">) =>
  dueAttributes(id, dueAtMilliseconds, FEED_SHARDS);

/** Sets fields of a feed and raises its version, unless it was deleted or has changed since the read. */
export const feedUpdate = (firm: FirmId, feed: Feed, fields: Partial<Feed>) => {
  const { dueAtMilliseconds } = fields;
  return {
    Key: feedKey(firm, feed.attorneyId, feed.id),
    ...updateExpressions({
      set: setFields({
        ...fields,
        ...(dueAtMilliseconds !== undefined && feedDue({ id: feed.id, dueAtMilliseconds })),
        version: feed.version + 1,
      }),
      when: { version: feed.version },
    }),
  };
};

/** @returns the new version; null when the feed was deleted or has changed since the read */
export const changeFeed = async (
  table: Table,
  firm: FirmId,
  feed: Feed,
  fields: Partial<Feed>,
): Promise<number | null> => {
  const { result, item } = await updateItem(table, feedUpdate(firm, feed, fields));
  const version = feed.version + 1;
  // A repeat of a call whose answer was lost finds its own result.
  const isOwn = Object.entries({ ...fields, version }).every(([name, value]) => item?.[name] === value);
  return result === "done" || isOwn ? version : null;
};

/** Requires that a feed is as it was read. */
export const requireFeed = (firm: FirmId, { attorneyId, id, version }: Feed) => ({
  ConditionCheck: {
    Key: feedKey(firm, attorneyId, id),
    ConditionExpression: "version = :version",
    ExpressionAttributeValues: { ":version": version },
  },
});
