import * as z from "zod";
import type { AwsCall } from "../host/aws-call.ts";
import { arn } from "../template/resource-names.ts";
import type { Permission } from "./iam-policy.ts";
import { updatedAttributes } from "./updated-attributes.ts";

const item = z.record(z.string(), z.record(z.string(), z.unknown()));
const itemRequest = z.object({
  TableName: z.string(),
  Key: item.optional(),
  Item: item.optional(),
  UpdateExpression: z.string().default(""),
  ConditionExpression: z.string().default(""),
  ExpressionAttributeNames: z.record(z.string(), z.string()).default({}),
});
type ItemRequest = z.output<typeof itemRequest>;

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

const transactGet = z.object({ TransactItems: z.array(z.object({ Get: itemRequest })) });

const transactWrite = z.object({
  TransactItems: z.array(
    z.object({
      Put: itemRequest.optional(),
      Update: itemRequest.optional(),
      Delete: itemRequest.optional(),
      ConditionCheck: itemRequest.optional(),
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

const tableRequest = z.object({ TableName: z.string().default("*") });

type PermissionReader = (request: unknown, partitionKey: string, operation: string) => Permission[];

const DYNAMODB_READERS: Record<string, PermissionReader> = {
  BatchGetItem: (request, partitionKey) =>
    Object.entries(batchGet.parse(request).RequestItems).map(([table, { Keys }]) => ({
      action: "dynamodb:BatchGetItem",
      resource: tableArn(table),
      leadingKeys: Keys.flatMap((key) => partitionKeyOf(key, partitionKey)),
    })),
  BatchWriteItem: (request, partitionKey) =>
    Object.entries(batchWrite.parse(request).RequestItems).map(([table, writes]) => ({
      action: "dynamodb:BatchWriteItem",
      resource: tableArn(table),
      leadingKeys: writes.flatMap(({ PutRequest, DeleteRequest }) =>
        partitionKeyOf(PutRequest?.Item ?? DeleteRequest?.Key, partitionKey),
      ),
    })),
  TransactGetItems: (request, partitionKey) =>
    transactGet.parse(request).TransactItems.map(({ Get }) => itemPermission("GetItem", Get, partitionKey)),
  TransactWriteItems: (request, partitionKey) => {
    const ofItems = transactWrite
      .parse(request)
      .TransactItems.flatMap(({ Put, Update, Delete, ConditionCheck }) => [
        ...(Put ? [itemPermission("PutItem", Put, partitionKey)] : []),
        ...(Update ? [itemPermission("UpdateItem", Update, partitionKey)] : []),
        ...(Delete ? [itemPermission("DeleteItem", Delete, partitionKey)] : []),
        ...(ConditionCheck ? [itemPermission("ConditionCheckItem", ConditionCheck, partitionKey)] : []),
      ]);
    return [...ofItems, ...transactionPermissions(ofItems)];
  },
  Query: (request, partitionKey) => [queryPermission("Query", query.parse(request), partitionKey)],
  Scan: (request, partitionKey) => [queryPermission("Scan", query.parse(request), partitionKey)],
};

/** AWS does not say whether it sees the keys of a transaction one by one or all at once: a role must allow both. */
const transactionPermissions = (ofItems: readonly Permission[]): Permission[] => {
  if (ofItems.length < 2) return [];
  const leadingKeys = ofItems.flatMap((permission) => permission.leadingKeys ?? []);
  const attributes = ofItems.flatMap((permission) => permission.attributes ?? []);
  const byAction = new Map(ofItems.map(({ action, resource }) => [action + resource, { action, resource }]));
  return [...byAction.values()].map((call) => ({
    ...call,
    leadingKeys: [...new Set(leadingKeys)],
    ...(attributes.length > 0 && { attributes: [...new Set(attributes)] }),
    ofTransaction: true,
  }));
};

const readTablePermissions: PermissionReader = (request, partitionKey, operation) => {
  const parsed = itemRequest.safeParse(request);
  if (parsed.success) return [itemPermission(operation, parsed.data, partitionKey)];
  return [{ action: `dynamodb:${operation}`, resource: tableArn(tableRequest.parse(request).TableName) }];
};

/** The permissions that AWS checks before it executes the call. */
export const requiredPermissions = (call: AwsCall, partitionKey: string): Permission[] => {
  const { service, operation, request } = call;
  if (service === "dynamodb")
    return (DYNAMODB_READERS[operation] ?? readTablePermissions)(request, partitionKey, operation);
  return OTHER_READERS[service](request, operation);
};

const putEvents = z.object({ Entries: z.array(z.object({ EventBusName: z.string().default("default") })) });

const queueRequest = z.object({ QueueUrl: z.string() });

const streamRequest = z.object({ StreamArn: z.string().default("*") });

const functionRequest = z.object({ FunctionName: z.string().default("*") });

const bucketRequest = z.object({ Bucket: z.string(), Key: z.string().optional() });

const OTHER_READERS: Record<
  Exclude<AwsCall["service"], "dynamodb">,
  (request: unknown, operation: string) => Permission[]
> = {
  dynamodbstreams: (request, operation) => [
    { action: `dynamodb:${operation}`, resource: streamRequest.parse(request).StreamArn },
  ],
  events: (request, operation) =>
    putEvents.parse(request).Entries.map(({ EventBusName }) => ({
      action: `events:${operation}`,
      resource: EventBusName.startsWith("arn:") ? EventBusName : arn("events", `event-bus/${EventBusName}`),
    })),
  lambda: (request, operation) => [
    {
      action: operation === "Invoke" ? "lambda:InvokeFunction" : `lambda:${operation}`,
      resource: arn("lambda", `function:${functionRequest.parse(request).FunctionName}`),
    },
  ],
  s3: (request, operation) => [
    {
      action: operation === "ListObjectsV2" ? "s3:ListBucket" : `s3:${operation}`,
      resource: bucketArn(bucketRequest.parse(request)),
    },
  ],
  sqs: (request, operation) => [
    {
      // a batch requires the permission of the single call
      action: `sqs:${operation.replace(/Batch$/, "")}`,
      resource: arn("sqs", queueRequest.parse(request).QueueUrl.split("/").at(-1) ?? ""),
    },
  ],
};

const bucketArn = ({ Bucket, Key }: z.output<typeof bucketRequest>) =>
  `arn:aws:s3:::${Bucket}${Key === undefined ? "" : `/${Key}`}`;

const tableArn = (name: string) => (name.startsWith("arn:") ? name : arn("dynamodb", `table/${name}`));

const itemPermission = (operation: string, request: ItemRequest, partitionKey: string): Permission => ({
  action: `dynamodb:${operation}`,
  resource: tableArn(request.TableName),
  leadingKeys: partitionKeyOf(request.Key ?? request.Item, partitionKey),
  ...(operation === "UpdateItem" && { attributes: updatedAttributes(request) }),
});

const partitionKeyOf = (key: z.output<typeof item> | undefined, partitionKey: string) =>
  Object.values(key?.[partitionKey] ?? {}).map(String);

const queryPermission = (
  operation: string,
  request: z.output<typeof query>,
  partitionKey: string,
): Permission => {
  const { TableName, IndexName } = request;
  return {
    action: `dynamodb:${operation}`,
    resource: tableArn(TableName) + (IndexName === undefined ? "" : `/index/${IndexName}`),
    leadingKeys: queriedPartitionKeys(request, partitionKey),
  };
};

/** The value that the key condition compares the partition key with. */
const queriedPartitionKeys = (request: z.output<typeof query>, partitionKey: string) =>
  [...request.KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)]
    .filter(([, name = ""]) => (request.ExpressionAttributeNames[name] ?? name) === partitionKey)
    .flatMap(([, , value = ""]) => Object.values(request.ExpressionAttributeValues[value] ?? {}).map(String));
