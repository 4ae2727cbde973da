import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { FirmSettings } from "../../shared/domain/firm/firm.ts";
import type { FirmId } from "../../shared/domain/firm/firm-id.ts";
import type { Table } from "../../shared/storage/dynamodb/table.ts";
import { settingsKey } from "../../shared/storage/record-keys.ts";

/** Sets one of a firm's settings behind the back of whoever has read them already. */
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

/** Within this time a change of settings is in force everywhere. */
export const SETTINGS_MILLISECONDS = 5_000;
