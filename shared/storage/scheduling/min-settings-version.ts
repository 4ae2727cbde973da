import type { FirmId } from "../../domain/firm/firm-id.ts";
import { sendUpdate } from "../dynamodb/conditional-update.ts";
import type { Table } from "../dynamodb/table.ts";
import { memberStore } from "../members/member-store.ts";
import { memberKey } from "../record-keys.ts";

const BATCH_SIZE = 25;

/**
 * Makes in-flight bookings of the firm fail and re-read the settings: once it returns, no booking is written that was
 * checked against settings older than this version. Bookings cannot require the firm's settings in their own writes,
 * since all bookings of the firm would then contend for one item. It never lowers the version, so it may be repeated.
 */
export const raiseMinSettingsVersion = async (
  table: Table,
  firm: FirmId,
  settingsVersion: number,
): Promise<void> => {
  const store = memberStore(table);
  const raise = ({ id }: { readonly id: string }) =>
    sendUpdate(table, {
      Key: memberKey(firm, id),
      UpdateExpression: "SET minSettingsVersion = :version",
      ConditionExpression: "attribute_exists(pk) AND minSettingsVersion < :version",
      ExpressionAttributeValues: { ":version": settingsVersion },
    });
  let afterId: string | null = null;
  do {
    const page = await store.list(firm, () => true, { limit: BATCH_SIZE, afterId });
    await Promise.all(page.records.map(raise));
    afterId = page.lastId;
  } while (afterId !== null);
};
