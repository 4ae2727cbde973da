import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { type RecordKey, settingsKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";

/** Changes an attribute of an item in the table; cached copies stay stale. */
export const changeAttribute = async (
  table: Table,
  Key: RecordKey,
  name: string,
  value: unknown,
): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key,
      UpdateExpression: "SET #name = :value",
      ExpressionAttributeNames: { "#name": name },
      ExpressionAttributeValues: { ":value": value },
    }),
  );
};

/** Removes an attribute of an item in the table. */
export const removeAttribute = async (table: Table, Key: RecordKey, name: string): Promise<void> => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key,
      UpdateExpression: "REMOVE #name",
      ExpressionAttributeNames: { "#name": name },
    }),
  );
};

/** Changes a firm setting in the table; cached copies stay stale. */
export const changeSetting = <Name extends keyof FirmSettings>(
  table: Table,
  firm: FirmId,
  name: Name,
  value: FirmSettings[Name],
): Promise<void> => changeAttribute(table, settingsKey(firm), name, value);

/** The time for which an instance may use cached settings. */
export const SETTINGS_CACHE_MILLISECONDS = 5_000;
