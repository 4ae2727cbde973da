import { setTimeout as sleep } from "node:timers/promises";
import {
  type AttributeDefinition,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type TableDescription,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";

const POLL_MILLISECONDS = 200;

type Declared = {
  readonly attributes: readonly AttributeDefinition[];
  readonly indexes: readonly GlobalSecondaryIndex[];
};

/**
 * Creates the declared global indexes that a table lacks, one after the other, as DynamoDB requires; it fills each from the
 * stored records. Indexes that are no longer declared stay: DynamoDB Local may take for ever to delete one.
 */
export const addIndexes = async (
  client: DynamoDBClient,
  { TableName, GlobalSecondaryIndexes: existing = [] }: TableDescription,
  { attributes, indexes }: Declared,
): Promise<void> => {
  const missing = indexes.filter(({ IndexName }) => !existing.some((other) => other.IndexName === IndexName));
  for (const Create of missing) {
    const names = Create.KeySchema?.map(({ AttributeName }) => AttributeName) ?? [];
    await client.send(
      new UpdateTableCommand({
        TableName,
        AttributeDefinitions: attributes.filter(({ AttributeName }) => names.includes(AttributeName)),
        GlobalSecondaryIndexUpdates: [{ Create }],
      }),
    );
    await waitUntilIndexesAreActive(client, TableName);
  }
};

const waitUntilIndexesAreActive = async (client: DynamoDBClient, TableName: string | undefined) => {
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    const statuses = Table?.GlobalSecondaryIndexes?.map(({ IndexStatus }) => IndexStatus) ?? [];
    if (statuses.every((status) => status === "ACTIVE")) return;
    await sleep(POLL_MILLISECONDS);
  }
};
