import * as z from "zod";
import type { AwsCall } from "../host/aws-call.ts";
import { arn } from "../template/resource-names.ts";
import type { Permission } from "./iam-policy.ts";

const item = z.record(z.string(), z.record(z.string(), z.unknown()));
const keyed = z.object({ TableName: z.string(), Key: item.optional(), Item: item.optional() });
type Keyed = z.output<typeof keyed>;

const batchGet = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(item) })) });

const batchWrite = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(
      z.object({
        PutRequest: z.object({ Item: item }).optional(),
        DeleteRequest: z.object({ Key: item }).optional(),
      }),
    ),
  ),
});

const transactGet = z.object({ TransactItems: z.array(z.object({ Get: keyed })) });

const transactWrite = z.object({
  TransactItems: z.array(
    z.object({
      Put: keyed.optional(),
      Update: keyed.optional(),
      Delete: keyed.optional(),
      ConditionCheck: keyed.optional(),
    }),
  ),
});

const query = z.object({
  TableName: z.string(),
  IndexName: z.string().optional(),
  KeyConditionExpression: z.string().default(""),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
  ExpressionAttributeValues: item.default({}),
});

const other = z.object({ TableName: z.string().default("*") });

type Read = (request: unknown, partitionKey: string, operation: string) => Permission[];

const DYNAMODB: Record<string, Read> = {
  BatchGetItem: (request, partitionKey) =>
    Object.entries(batchGet.parse(request).RequestItems).map(([table, { Keys }]) => ({
      action: "dynamodb:BatchGetItem",
      resource: tableArn(table),
      leadingKeys: Keys.flatMap((key) => leadingKeys(key, partitionKey)),
    })),
  BatchWriteItem: (request, partitionKey) =>
    Object.entries(batchWrite.parse(request).RequestItems).map(([table, writes]) => ({
      action: "dynamodb:BatchWriteItem",
      resource: tableArn(table),
      leadingKeys: writes.flatMap(({ PutRequest, DeleteRequest }) =>
        leadingKeys(PutRequest?.Item ?? DeleteRequest?.Key, partitionKey),
      ),
    })),
  TransactGetItems: (request, partitionKey) =>
    transactGet.parse(request).TransactItems.map(({ Get }) => onItem("GetItem", Get, partitionKey)),
  TransactWriteItems: (request, partitionKey) =>
    transactWrite
      .parse(request)
      .TransactItems.flatMap(({ Put, Update, Delete, ConditionCheck }) => [
        ...(Put ? [onItem("PutItem", Put, partitionKey)] : []),
        ...(Update ? [onItem("UpdateItem", Update, partitionKey)] : []),
        ...(Delete ? [onItem("DeleteItem", Delete, partitionKey)] : []),
        ...(ConditionCheck ? [onItem("ConditionCheckItem", ConditionCheck, partitionKey)] : []),
      ]),
  Query: (request, partitionKey) => [onIndex("Query", query.parse(request), partitionKey)],
  Scan: (request, partitionKey) => [onIndex("Scan", query.parse(request), partitionKey)],
};

const onTable: Read = (request, partitionKey, operation) => {
  const parsed = keyed.safeParse(request);
  if (parsed.success) return [onItem(operation, parsed.data, partitionKey)];
  return [{ action: `dynamodb:${operation}`, resource: tableArn(other.parse(request).TableName) }];
};

/** What AWS would look up in the caller's policies before it answers the call. */
export const neededPermissions = (call: AwsCall, partitionKey: string): Permission[] => {
  const { service, operation, request } = call;
  if (service === "dynamodb") return (DYNAMODB[operation] ?? onTable)(request, partitionKey, operation);
  return OTHERS[service](request, operation);
};

const putEvents = z.object({ Entries: z.array(z.object({ EventBusName: z.string().default("default") })) });

const queueCall = z.object({ QueueUrl: z.string() });

const streamCall = z.object({ StreamArn: z.string().default("*") });

const OTHERS: Record<
  Exclude<AwsCall["service"], "dynamodb">,
  (request: unknown, operation: string) => Permission[]
> = {
  dynamodbstreams: (request, operation) => [
    { action: `dynamodb:${operation}`, resource: streamCall.parse(request).StreamArn },
  ],
  events: (request, operation) =>
    putEvents.parse(request).Entries.map(({ EventBusName }) => ({
      action: `events:${operation}`,
      resource: EventBusName.startsWith("arn:") ? EventBusName : arn("events", `event-bus/${EventBusName}`),
    })),
  sqs: (request, operation) => [
    {
      // a batch needs the permission of its single calls
      action: `sqs:${operation.replace(/Batch$/, "")}`,
      resource: arn("sqs", queueCall.parse(request).QueueUrl.split("/").at(-1) ?? ""),
    },
  ],
};

const tableArn = (name: string) => (name.startsWith("arn:") ? name : arn("dynamodb", `table/${name}`));

const onItem = (operation: string, { TableName, Key, Item }: Keyed, partitionKey: string): Permission => ({
  action: `dynamodb:${operation}`,
  resource: tableArn(TableName),
  leadingKeys: leadingKeys(Key ?? Item, partitionKey),
});

const leadingKeys = (key: z.output<typeof item> | undefined, partitionKey: string) =>
  Object.values(key?.[partitionKey] ?? {}).map(String);

const onIndex = (operation: string, request: z.output<typeof query>, partitionKey: string): Permission => {
  const { TableName, IndexName } = request;
  return {
    action: `dynamodb:${operation}`,
    resource: tableArn(TableName) + (IndexName === undefined ? "" : `/index/${IndexName}`),
    leadingKeys: queriedKeys(request, partitionKey),
  };
};

/** The value that the key condition compares the partition key with. */
const queriedKeys = (request: z.output<typeof query>, partitionKey: string) =>
  [...request.KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)]
    .filter(([, name = ""]) => (request.ExpressionAttributeNames[name] ?? name) === partitionKey)
    .flatMap(([, , value = ""]) => Object.values(request.ExpressionAttributeValues[value] ?? {}).map(String));
