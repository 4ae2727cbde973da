import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { Item, RecordKey } from "./record-keys.ts";
import type { Table } from "./table.ts";

/** Several partitions, so that many items of one instant do not write to the same one. */
export const DUE_SHARDS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** The shards of reminders, and of leads with an instant to come. They have their own sweep, so that neither sweep reads the other's items. */
export const REMINDER_SHARDS: readonly string[] = DUE_SHARDS.map((shard) => `reminders${shard}`);

/** The shards of attorneys' calendars that become stale. */
export const CALENDAR_SHARDS: readonly string[] = DUE_SHARDS.map((shard) => `calendars${shard}`);

/** The shards of feeds: ten thousand are due within ten minutes. */
export const FEED_SHARDS: readonly string[] = ["feeds0", "feeds1", "feeds2", "feeds3"];

/**
 * One shard is enough for the links of clients: they end one by one, as consultations do, and nobody waits for the
 * sweep.
 */
export const LINKS_SHARD = "links";

/** Returns the attributes that put an item into the index of due items. The sweep finds it there from that instant on. */
export const dueAttributes = (id: string, milliseconds: number, shards: readonly string[] = DUE_SHARDS) => ({
  dueShard: shards[Number.parseInt(id.slice(-2), 16) % shards.length],
  dueAt: dueFrom(id, milliseconds),
});

export const dueFrom = (id: string, milliseconds: number) => `${new Date(milliseconds).toISOString()}#${id}`;

export const DUE_ATTRIBUTES: readonly (readonly string[])[] = [["dueShard"], ["dueAt"]];

/** The key of a due item, and its `dueAt` as a condition: only one of two sweeps claims the item. */
export type DueKey = { readonly key: RecordKey; readonly dueAt: string };

type DuePage = { readonly due: readonly DueKey[]; readonly next: Item | undefined };

const dueItem = lazy(() => z.object({ pk: z.string(), sk: z.string(), dueAt: z.string() }));

export const parseDue = (item: Item): DueKey => {
  const { pk, sk, dueAt } = dueItem().parse(item);
  return { key: { pk, sk }, dueAt };
};

/** Returns the instant from which the item is due. */
export const dueMilliseconds = ({ dueAt }: Pick<DueKey, "dueAt">) => Date.parse(dueAt.split("#", 1)[0] ?? "");

const PAGE_SIZE = 100;

/** Reads one page of a shard's due items, the longest due first. */
export const readDue = async (
  table: Table,
  shard: string,
  nowMilliseconds: number,
  start?: Item,
): Promise<DuePage> => {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      IndexName: "byDue",
      KeyConditionExpression: "dueShard = :shard AND dueAt < :now",
      ExpressionAttributeValues: { ":shard": shard, ":now": new Date(nowMilliseconds + 1).toISOString() },
      ExclusiveStartKey: start,
      Limit: PAGE_SIZE,
    }),
  );
  return { due: Items.map(parseDue), next: LastEvaluatedKey };
};
