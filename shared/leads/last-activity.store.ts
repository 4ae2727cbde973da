import type { FirmId } from "../table/firm-id.ts";
import { leadKey } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";

type Activity = { readonly leadId: string; readonly at: string };

/**
 * Moves a lead's last activity to an instant, never back, or that of the lead into which it was merged. Counts a revision,
 * so that a write of the lead as it was before is decided again. Emits no event, and may be repeated.
 */
export const moveLastActivity = async (
  table: Table,
  firm: FirmId,
  { leadId, at }: Activity,
): Promise<void> => {
  const outcome = await updateItem(table, {
    Key: leadKey(firm, leadId),
    UpdateExpression: "SET lastActivityAt = :at, revision = revision + :one",
    ConditionExpression: "lastActivityAt < :at AND attribute_not_exists(mergedInto)",
    ExpressionAttributeValues: { ":at": at, ":one": 1 },
  });
  const mergedInto = outcome.result === "refused" ? outcome.item?.mergedInto : undefined;
  if (mergedInto !== undefined) await moveLastActivity(table, firm, { leadId: String(mergedInto), at });
};
