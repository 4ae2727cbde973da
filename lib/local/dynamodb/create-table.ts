import { isDeepStrictEqual } from "node:util";
import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndex,
  type KeySchemaElement,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { StartError } from "../host/start-error.ts";

/** The properties of an `AWS::DynamoDB::Table` that apply to DynamoDB Local, which has the same words for them. */
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
 * @returns whether the table is new
 * @throws StartError if the existing table has other keys, indexes or another stream
 */
export const createTable = async (
  client: DynamoDBClient,
  properties: unknown,
  tableName: string,
  { stream = true }: CreateTableOptions = {},
): Promise<boolean> => {
  const declared = tableProperties.parse(properties);
  if (!stream) declared.StreamSpecification = undefined;
  const existing = await describeTable(client, tableName);
  if (existing) requireMatchingTable(existing, declared);
  else await create(client, declared, tableName);
  await enableTimeToLive(client, declared, tableName);
  return existing === undefined;
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
  { TimeToLiveSpecification: _, StreamSpecification, ...declared }: TableProperties,
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
  if (TableDescription?.TableStatus === "ACTIVE") return;
  await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName });
};

/** Separate from the creation: if a start is interrupted in between, the next one completes it. */
const enableTimeToLive = async (client: DynamoDBClient, declared: TableProperties, tableName: string) => {
  const timeToLive = declared.TimeToLiveSpecification;
  if (!timeToLive) return;
  const current = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
  if (current.TimeToLiveDescription?.AttributeName === timeToLive.AttributeName) return;
  await client.send(
    new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification: timeToLive }),
  );
};

const requireMatchingTable = (existing: TableDescription, declared: TableProperties) => {
  if (isDeepStrictEqual(comparableShape(existing), comparableShape(declared))) return;
  throw new StartError(
    `The table ${existing.TableName} in the data folder has other keys or indexes or another stream than the stack declares: remove the folder to start afresh.`,
  );
};

/** The parts that must match, independent of their order in the listing. */
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
