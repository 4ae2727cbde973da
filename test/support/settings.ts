import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmSettings } from "../../shared/settings/firm.rules.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import { settingsKey } from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";

/** Changes a firm setting in the table; cached copies stay stale. */
export const changeSetting = async <Name extends keyof FirmSettings>(
  table: Table,
  firm: FirmId,
  name: Name,
  value: FirmSettings[Name],
) => {
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: settingsKey(firm),
      UpdateExpression: "SET #name = :value",
      ExpressionAttributeNames: { "#name": name },
      ExpressionAttributeValues: { ":value": value },
    }),
  );
};

/** How long an instance may use cached settings. */
export const SETTINGS_CACHE_MILLISECONDS = 5_000;
