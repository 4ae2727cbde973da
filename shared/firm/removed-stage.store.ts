import { paginateQuery, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Lead } from "../leads/lead.rules.ts";
import { parseLead } from "../leads/lead.store.ts";
import type { FirmSettings } from "../settings/firm.rules.ts";
import { storedSettingsRecord } from "../settings/firm.store.ts";
import type { Write } from "../table/commit.ts";
import { type DueKey, dueFrom } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { listingOf } from "../table/list-newest-first.ts";
import { readRecord } from "../table/read-records.ts";
import { leadKey, leadPartition, type RecordKey, removedStageKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";

/** A separate shard of due items, for a separate sweep. */
export const REMOVED_STAGES_SHARD = "stages";

/**
 * An instance uses cached settings for four seconds, in a request of at most twenty. The rest is for the index, which
 * shows a lead shortly after its write.
 */
const SETTLED_MILLISECONDS = 60_000;

/** Makes the sweep look for leads that entered a stage during its removal. */
export const watchRemovedStage = (firm: FirmId, stage: string, nowMilliseconds: number): Write => ({
  Put: {
    Item: {
      ...removedStageKey(firm, stage),
      dueShard: REMOVED_STAGES_SHARD,
      dueAt: dueFrom(stage, nowMilliseconds + SETTLED_MILLISECONDS),
    },
  },
});

/** Ends that, unless the stage was removed again since. */
export const forgetRemovedStage = ({ key, dueAt }: DueKey): Write => ({
  Delete: {
    Key: key,
    ConditionExpression: "dueAt = :dueAt",
    ExpressionAttributeValues: { ":dueAt": dueAt },
  },
});

/** A lead in a stage. `read` throws when its item is malformed. */
export type LeadInStage = { readonly key: RecordKey; readonly read: () => Lead };

/** Reads leads in a stage, at most `limit` active and `limit` archived ones. */
export const leadsInStage = async (
  table: Table,
  firm: FirmId,
  stage: string,
  limit: number,
): Promise<LeadInStage[]> => {
  const listings = queriesOfStage(table, firm, stage).map(async (query) => {
    const { Items = [] } = await table.client.send(new QueryCommand({ ...query, Limit: limit }));
    return Items.map((item) => ({ key: leadKey(firm, String(item.sk)), read: () => parseLead(item) }));
  });
  return (await Promise.all(listings)).flat();
};

const PAGE = 100;
const MOVABLE = "attribute_not_exists(mergedInto) AND attribute_not_exists(erasure)";

/**
 * Returns whether a stage has a lead that callers can move out of it. Callers cannot move merged and erased ones: the
 * sweep does.
 */
const isOccupied = async (table: Table, firm: FirmId, stage: string): Promise<boolean> => {
  const listings = queriesOfStage(table, firm, stage).map(async (query) => {
    const movable = { ...query, FilterExpression: MOVABLE };
    for await (const { Count = 0 } of paginateQuery({ client: table.client, pageSize: PAGE }, movable))
      if (Count > 0) return true;
    return false;
  });
  return (await Promise.all(listings)).includes(true);
};

/** Returns the queries for active and archived leads. */
const queriesOfStage = ({ name }: Table, firm: FirmId, stage: string) =>
  [listingOf(false), listingOf(true)].map((listing) => ({
    TableName: name,
    IndexName: "byStage",
    KeyConditionExpression: "pk = :pk AND listing = :listing AND stage = :stage",
    ExpressionAttributeValues: { ":pk": leadPartition(firm), ":listing": listing, ":stage": stage },
  }));

/** Reads the stored settings, and those of the given stages that contain a lead, active or archived. */
export const settingsAndOccupiedStages = (
  firm: FirmId,
  stageKeysOf: (settings: FirmSettings) => readonly string[],
) => ({
  query: async (table: Table) => {
    const settings = await readRecord(table, storedSettingsRecord(firm));
    const occupiedStages = await Promise.all(
      stageKeysOf(settings).map(async (stage) => ((await isOccupied(table, firm, stage)) ? [stage] : [])),
    );
    return { settings, occupiedStages: occupiedStages.flat() };
  },
});
