import { isDeepStrictEqual } from "node:util";
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  type TableDescription,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { StartError } from "../host/start-error.ts";
import { addIndexes } from "./add-indexes.ts";

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) }));

const secondaryIndex = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(["ALL", "INCLUDE", "KEYS_ONLY"]),
    NonKeyAttributes: z.optional(z.array(z.string())),
  }),
});

/** The properties of an `AWS::DynamoDB::Table` that apply to DynamoDB Local. */
const tableProperties = z.object({
  AttributeDefinitions: z.array(
    z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) }),
  ),
  KeySchema: keySchema,
  GlobalSecondaryIndexes: z.optional(z.array(secondaryIndex)),
  LocalSecondaryIndexes: z.optional(z.array(secondaryIndex)),
  StreamSpecification: z.optional(
    z.object({ StreamViewType: z.enum(["NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"]) }),
  ),
  TimeToLiveSpecification: z.optional(z.object({ AttributeName: z.string(), Enabled: z.boolean() })),
});

type TableProperties = z.output<typeof tableProperties>;

type CreateTableOptions = {
  /** Enables the declared stream (default); it slows every write on DynamoDB Local. */
  readonly stream?: boolean;
};

/**
 * Creates the table that the template declares, or the indexes that an existing one lacks.
 * @param properties the resource's properties in the template
 * @returns whether the table is new
 * @throws StartError if the existing table has another stream, or other keys of its own or of an index
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
  if (existing) await update(client, existing, declared);
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

const create = async (client: DynamoDBClient, declared: TableProperties, tableName: string) => {
  const { TableDescription } = await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: declared.AttributeDefinitions,
      KeySchema: declared.KeySchema,
      GlobalSecondaryIndexes: declared.GlobalSecondaryIndexes,
      LocalSecondaryIndexes: declared.LocalSecondaryIndexes,
      StreamSpecification: declared.StreamSpecification && {
        ...declared.StreamSpecification,
        StreamEnabled: true,
      },
    }),
  );
  if (TableDescription?.TableStatus === "ACTIVE") return;
  await waitUntilTableExists({ client, maxWaitTime: 60 }, { TableName: tableName });
};

/** Separate from the creation: if a start is interrupted in between, the next one completes it. */
const enableTimeToLive = async (client: DynamoDBClient, declared: TableProperties, tableName: string) => {
  const timeToLive = declared.TimeToLiveSpecification;
  if (!timeToLive?.Enabled) return;
  const current = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
  if (current.TimeToLiveDescription?.AttributeName === timeToLive.AttributeName) return;
  await client.send(
    new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification: timeToLive }),
  );
};

const update = async (client: DynamoDBClient, existing: TableDescription, declared: TableProperties) => {
  const { AttributeDefinitions: attributes, GlobalSecondaryIndexes: indexes = [] } = declared;
  const inBoth = ({ IndexName }: IndexShape) =>
    existing.GlobalSecondaryIndexes?.some((other) => other.IndexName === IndexName) &&
    indexes.some((other) => other.IndexName === IndexName);
  requireMatchingTable(
    { ...existing, GlobalSecondaryIndexes: existing.GlobalSecondaryIndexes?.filter(inBoth) },
    { ...declared, GlobalSecondaryIndexes: indexes.filter(inBoth) },
  );
  await addIndexes(client, existing, { attributes, indexes });
};

const requireMatchingTable = (existing: TableDescription, declared: TableProperties) => {
  if (isDeepStrictEqual(comparableShape(existing), comparableShape(declared))) return;
  throw new StartError(
    `The table ${existing.TableName} in the data folder has other keys or another stream than the stack declares: remove the folder to start afresh.`,
  );
};

type IndexShape = { IndexName?: string | undefined; KeySchema?: unknown; Projection?: unknown };
type TableShape = {
  KeySchema?: unknown;
  GlobalSecondaryIndexes?: IndexShape[] | undefined;
  LocalSecondaryIndexes?: IndexShape[] | undefined;
  StreamSpecification?: { StreamViewType?: string | undefined } | undefined;
};

/** The parts that must match, independent of their order in the listing. */
const comparableShape = (table: TableShape) => ({
  keys: table.KeySchema,
  globalIndexes: indexesByName(table.GlobalSecondaryIndexes),
  localIndexes: indexesByName(table.LocalSecondaryIndexes),
  stream: table.StreamSpecification?.StreamViewType,
});

const indexesByName = (indexes: TableShape["GlobalSecondaryIndexes"] = []) =>
  Object.fromEntries(
    indexes.map(({ IndexName, KeySchema, Projection }) => [IndexName, { KeySchema, Projection }]),
  );
