import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { storedConflict } from "../leads/clearance.contract.ts";
import { lazy } from "../schema/zod.ts";
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

/** What the index knows of a lead. A malformed one comes to it too, so that the consumer reports it. */
const indexedLead = lazy(() =>
  z.object({
    id: z.string(),
    conflictIndexed: z.catch(z.number(), 0),
    checkDue: z.catch(z.number(), 0),
    comparedSince: z.catch(z.optional(z.string()), undefined),
    conflict: z.catch(z.optional(storedConflict()), undefined),
  }),
);
export type IndexedLead = z.output<ReturnType<typeof indexedLead>>;

type LeadPage = { readonly leads: readonly IndexedLead[]; readonly isLast: boolean };

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
      ProjectionExpression: "sk, conflictIndexed, checkDue, comparedSince, #conflict",
      ExpressionAttributeNames: { "#conflict": "conflict" },
      ExclusiveStartKey: cursor === undefined ? undefined : leadKey(firm, cursor),
      Limit: limit,
    }),
  );
  return {
    leads: Items.map(({ sk, ...lead }) => indexedLead().parse({ ...lead, id: sk })),
    isLast: LastEvaluatedKey === undefined,
  };
};

/** Why a lead is touched: it comes to the index, or is due for a check. */
export type TouchMark = "conflictIndexed" | "checkDue";

/** Changes a lead in nothing that callers see, so that the stream brings it to its consumer. It emits no event. */
export const touchLead = (firm: FirmId, id: string, mark: TouchMark, generation: number) => ({
  Key: leadKey(firm, id),
  UpdateExpression: "SET #mark = :generation, revision = revision + :one",
  ConditionExpression: "attribute_exists(pk) AND (attribute_not_exists(#mark) OR #mark < :generation)",
  ExpressionAttributeNames: { "#mark": mark },
  ExpressionAttributeValues: { ":generation": generation, ":one": 1 },
});

/** Saves progress if the gate and the progress are as they were read. The settings keep their version: nobody has changed them. */
export const saveProgress = (
  firm: FirmId,
  { conflictGate, conflictIndex }: Pick<FirmSettings, "conflictGate" | "conflictIndex">,
  after: LeadIndex,
) => ({
  Key: settingsKey(firm),
  ...updateExpressions({ set: [[["conflictIndex"], after]], when: { conflictGate, conflictIndex } }),
});
