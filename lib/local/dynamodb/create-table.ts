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

const keySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) }));

const secondaryIndex = z.object({
  IndexName: z.string(),
  KeySchema: keySchema,
  Projection: z.object({
    ProjectionType: z.enum(["ALL", "INCLUDE", "KEYS_ONLY"]),
    NonKeyAttributes: z.optional(z.array(z.string())),
  }),
});

/** The properties of an `AWS::DynamoDB::Table` that matter on one machine. */
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
  /** Whether to switch the declared stream on (default): it slows every write on DynamoDB Local. */
  readonly stream?: boolean;
};

/**
 * Creates the table that the template declares, unless it is there already.
 * @param properties what the template says of the table
 * @returns whether the table is new
 * @throws StartError if there is a table of that name with other keys, indexes or stream
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
  if (existing) requireSameShape(existing, declared);
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

/** Apart from the creation, so that a start cut short between the two is made whole by the next one. */
const enableTimeToLive = async (client: DynamoDBClient, declared: TableProperties, tableName: string) => {
  const wanted = declared.TimeToLiveSpecification;
  if (!wanted?.Enabled) return;
  const now = await client.send(new DescribeTimeToLiveCommand({ TableName: tableName }));
  if (now.TimeToLiveDescription?.AttributeName === wanted.AttributeName) return;
  await client.send(new UpdateTimeToLiveCommand({ TableName: tableName, TimeToLiveSpecification: wanted }));
};

const requireSameShape = (existing: TableDescription, declared: TableProperties) => {
  if (isDeepStrictEqual(shapeOf(existing), shapeOf(declared))) return;
  throw new StartError(
    `The table ${existing.TableName} in the data folder has other keys, indexes or stream than the stack declares: remove the folder to start afresh.`,
  );
};

type Named = { IndexName?: string | undefined };
type Shape = {
  KeySchema?: unknown;
  AttributeDefinitions?: { AttributeName?: string | undefined }[];
  GlobalSecondaryIndexes?: (Named & { KeySchema?: unknown; Projection?: unknown })[] | undefined;
  LocalSecondaryIndexes?: (Named & { KeySchema?: unknown; Projection?: unknown })[] | undefined;
  StreamSpecification?: { StreamViewType?: string | undefined } | undefined;
};

/** What must not differ, in an order that does not depend on who lists it. */
const shapeOf = (table: Shape) => ({
  keys: table.KeySchema,
  attributes: table.AttributeDefinitions?.map(({ AttributeName }) => AttributeName).sort(),
  globalIndexes: indexShapes(table.GlobalSecondaryIndexes),
  localIndexes: indexShapes(table.LocalSecondaryIndexes),
  stream: table.StreamSpecification?.StreamViewType,
});

const indexShapes = (indexes: Shape["GlobalSecondaryIndexes"] = []) =>
  Object.fromEntries(
    indexes.map(({ IndexName, KeySchema, Projection }) => [IndexName, { KeySchema, Projection }]),
  );
