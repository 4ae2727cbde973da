import { isDeepStrictEqual } from "node:util";
import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { StartError } from "../host/start-error.ts";

/** The properties of an `AWS::DynamoDB::Table` that apply to DynamoDB Local, under the same names. */
const tableProperties = z.object({
  AttributeDefinitions: z.custom<AttributeDefinition[]>(Array.isArray),
  KeySchema: z.custom<KeySchemaElement[]>(Array.isArray),
  GlobalSecondaryIndexes: z.custom<GlobalSecondaryIndex[]>(Array.isArray),
  StreamSpecification: z.object({ StreamViewType: z.enum(["NEW_AND_OLD_IMAGES"]) }).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.literal(true) }).optional(),
});

type TableProperties = z.output<typeof tableProperties>;

type CreateTableOptions = {
  /** Enables the declared stream (default); it slows every write on DynamoDB Local. */
  readonly stream?: boolean;
};

/**
 * Creates the table that the template declares, unless it exists.
 * @param properties the resource's properties in the template
 * @throws StartError if the existing table has other keys, indexes or another stream
 */
export const createTable = async (
  client: DynamoDBClient,
  properties: unknown,
  tableName: string,
  { stream = true }: CreateTableOptions = {},
) => {
  const declared = tableProperties.parse(properties);
  if (!stream) declared.StreamSpecification = undefined;
  const existing = await describeTable(client, tableName);
  if (existing) requireMatchingTable(existing, declared);
  const table = existing ?? (await create(client, declared, tableName));
  return { isNew: !existing, streamArn: table?.LatestStreamArn ?? "" };
};

const describeTable = async (client: DynamoDBClient, tableName: string) => {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    return Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
};

const create = async (
  client: DynamoDBClient,
  { TimeToLiveSpecification, StreamSpecification, ...declared }: TableProperties,
  TableName: string,
) => {
  const { TableDescription } = await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      ...declared,
      StreamSpecification: StreamSpecification && { ...StreamSpecification, StreamEnabled: true },
    }),
  );
  if (TimeToLiveSpecification)
    await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  return TableDescription;
};

const requireMatchingTable = (existing: TableDescription, declared: TableProperties) => {
  if (isDeepStrictEqual(comparableShape(existing), comparableShape(declared))) return;
  throw new StartError(
    `The table ${existing.TableName} in the data folder has other keys or indexes or another stream than the stack declares: remove the folder to start again.`,
  );
};

/** Returns the parts that must match, independent of their order in the listing. */
const comparableShape = (table: TableDescription | TableProperties) => ({
  keys: table.KeySchema,
  indexes: Object.fromEntries(
    (table.GlobalSecondaryIndexes ?? []).map(({ IndexName, KeySchema, Projection }) => [
      IndexName,
      { KeySchema, Projection },
    ]),
  ),
  stream: table.StreamSpecification?.StreamViewType,
});
