import { mapConcurrently } from "../runtime/map-concurrently.ts";
import type { FirmId } from "../table/firm-id.ts";
import { MEMBER_PREFIX, memberKey, settingsPartition } from "../table/record-keys.ts";
import type { Table } from "../table/table.ts";
import { updateItem } from "../table/update-item.ts";
import { walkPartition } from "../table/walk-items.ts";

/** Writes at a time, fewer than the connections of a client. */
const CONCURRENT_RAISES = 100;

/**
 * Makes in-flight bookings of the firm fail and re-read the settings. After it returns, no booking is written that was
 * checked against settings older than this version. Bookings cannot require the firm's settings in their own writes,
 * since all bookings of the firm would then contend for one item. It never lowers the version, so it may be repeated.
 */
export const raiseMinSettingsVersion = async (
  table: Table,
  firm: FirmId,
  settingsVersion: number,
): Promise<void> => {
  const raise = (id: string) =>
    updateItem(table, {
      Key: memberKey(firm, id),
      UpdateExpression: "SET minSettingsVersion = :version",
      ConditionExpression: "attribute_exists(pk) AND minSettingsVersion < :version",
      ExpressionAttributeValues: { ":version": settingsVersion },
    });
  const members = { pk: settingsPartition(firm), sortPrefix: MEMBER_PREFIX, attributes: ["id"] };
  for await (const items of walkPartition(table, members))
    await mapConcurrently(items, CONCURRENT_RAISES, ({ id }) => raise(String(id)));
};
