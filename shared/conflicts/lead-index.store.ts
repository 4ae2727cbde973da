import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmSettings } from "../settings/firm.rules.ts";
import type { Write } from "../table/commit.ts";
import { type DueKey, dueAttributes, REMINDER_SHARDS } from "../table/due-index.ts";
import type { FirmId } from "../table/firm-id.ts";
import { conflictIndexKey, leadKey, leadPartition, settingsKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateExpressions } from "../table/update-item.ts";

/** The progress of an index, as the settings have it. */
export type LeadIndex = FirmSettings["conflictIndex"];

/** Makes the sweep index the leads of a firm. */
export const makeIndexDue = (firm: FirmId, nowMilliseconds: number): Write => ({
  Put: { Item: { ...conflictIndexKey(firm), ...dueAttributes(firm, nowMilliseconds, REMINDER_SHARDS) } },
});

/** Ends that, unless the gate was enabled again since. */
export const endIndexing = ({ key, dueAt }: DueKey): Write => ({
  Delete: {
    Key: key,
    ConditionExpression: "dueAt = :dueAt",
    ExpressionAttributeValues: { ":dueAt": dueAt },
  },
});

type LeadPage = {
  readonly leads: readonly { readonly id: string; readonly generation: number }[];
  readonly isLast: boolean;
};

/** Reads the leads after a cursor, in the order of their ids: archived, merged and erased ones too. */
export const leadsAfter = async (
  table: Table,
  firm: FirmId,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<LeadPage> => {
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      ConsistentRead: true,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": leadPartition(firm) },
      ProjectionExpression: "sk, conflictIndexed",
      ExclusiveStartKey: cursor === undefined ? undefined : leadKey(firm, cursor),
      Limit: limit,
    }),
  );
  return {
    leads: Items.map(({ sk, conflictIndexed = 0 }) => ({
      id: String(sk),
      generation: Number(conflictIndexed),
    })),
    isLast: LastEvaluatedKey === undefined,
  };
};

/** Changes a lead in nothing that callers see, so that the stream brings it to the index. It emits no event. */
export const touchLead = (firm: FirmId, id: string, generation: number) => ({
  Key: leadKey(firm, id),
  UpdateExpression: "SET conflictIndexed = :generation, revision = revision + :one",
  ConditionExpression:
    "attribute_exists(pk) AND (attribute_not_exists(conflictIndexed) OR conflictIndexed < :generation)",
  ExpressionAttributeValues: { ":generation": generation, ":one": 1 },
});

/** Saves progress from the one that was read. The settings keep their version: nobody has changed them. */
export const saveProgress = (firm: FirmId, before: LeadIndex, after: LeadIndex) => ({
  Key: settingsKey(firm),
  ...updateExpressions({ set: [[["conflictIndex"], after]], when: { conflictIndex: before } }),
});
