import { PutCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../../domain/firm/firm-id.ts";
import type { Item } from "../dynamodb/item.ts";
import { nullIfMissing, readRecords } from "../dynamodb/read-records.ts";
import type { Table } from "../dynamodb/table.ts";
import { fanOutKey, fanOutPartition, fanOutPositionKey } from "../record-keys.ts";
import { dueShard } from "./due-index.ts";

/** An event that was fanned out, and the endpoints to which it is to be sent. */
export type FanOut = {
  readonly firmId: FirmId;
  readonly eventId: string;
  readonly webhookIds: readonly string[];
};

/** A stored fan-out, not parsed yet. */
export type FanOutEntry = {
  /** Its place among the fan-outs of its shard: when it was made, and the event's id. */
  readonly position: string;
  /** @throws when the item is malformed */
  readonly parse: () => FanOut;
};

export type FanOutPage = { readonly entries: readonly FanOutEntry[]; readonly next: string | undefined };

const fanOutItem = lazy(() =>
  z.object({
    firmId: z.pipe(z.string(), z.transform(firmIdFromVerifiedSource)),
    eventId: z.string(),
    webhookIds: z.array(z.string()),
  }),
);

/** Far longer than the sweep may fail unnoticed. */
const RETENTION_SECONDS = 7 * 24 * 3_600;

export const fanOutToItem = (fanOut: FanOut, nowMilliseconds: number): Item => ({
  ...fanOutKey(dueShard(fanOut.eventId), new Date(nowMilliseconds).toISOString(), fanOut.eventId),
  ...fanOut,
  expiresAtEpochSeconds: Math.floor(nowMilliseconds / 1_000) + RETENTION_SECONDS,
});

/** When the fan-out at this position was made, in epoch milliseconds. */
export const fanOutMilliseconds = (position: string) => Date.parse(position.split("#", 1)[0] ?? "");

const parsePosition = (item: Item) => z.object({ position: z.string() }).parse(item).position;

const PAGE_SIZE = 25;

/**
 * The fan-outs of all firms by their time, in several partitions. One item covers all deliveries of an event until each was
 * attempted or is in the index of what is due. It is never written again: the sweep stores its own position instead.
 */
export const fanOutStore = (table: Table) => ({
  put: async (fanOut: FanOut, nowMilliseconds: number): Promise<void> => {
    const Item = fanOutToItem(fanOut, nowMilliseconds);
    await table.client.send(new PutCommand({ TableName: table.name, Item }));
  },

  /** One page of a shard's fan-outs after a position and before an instant, oldest first. */
  list: async (
    shard: string,
    { after, beforeMilliseconds }: { readonly after: string | null; readonly beforeMilliseconds: number },
  ): Promise<FanOutPage> => {
    const before = new Date(beforeMilliseconds).toISOString();
    const pk = fanOutPartition(shard);
    // A position at or behind the end would be an invalid start: the clocks of two sweeps differ.
    if (after !== null && after >= before) return { entries: [], next: undefined };
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ConsistentRead: true,
        KeyConditionExpression: "pk = :pk AND sk < :before",
        ExpressionAttributeValues: { ":pk": pk, ":before": before },
        ...(after !== null && { ExclusiveStartKey: { pk, sk: after } }),
        Limit: PAGE_SIZE,
      }),
    );
    const entries = Items.map((item) => ({
      position: String(item.sk),
      parse: () => fanOutItem().parse(item),
    }));
    return { entries, next: LastEvaluatedKey?.sk };
  },

  /** The position up to which the sweep has read each shard's fan-outs; null before its first. */
  positions: async (shards: readonly string[]): Promise<(string | null)[]> => {
    const refs = shards.map((shard) => ({
      key: fanOutPositionKey(shard),
      parse: nullIfMissing(parsePosition),
    }));
    return (await readRecords(table, { refs })).refs;
  },

  setPosition: async (shard: string, position: string): Promise<void> => {
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key: fanOutPositionKey(shard),
        UpdateExpression: "SET #position = :position",
        ExpressionAttributeNames: { "#position": "position" },
        ExpressionAttributeValues: { ":position": position },
      }),
    );
  },
});
