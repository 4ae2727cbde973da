import * as z from "zod";
import type { AwsCall } from "../host/aws-call.ts";
import { arn, nameFromArn } from "../template/resource-names.ts";
import type { Permission } from "./iam-policy.ts";

const item = z.record(z.string(), z.record(z.string(), z.unknown()));
const names = z.record(z.string(), z.string()).default({});

const itemRequest = z.object({
  TableName: z.string(),
  Key: item.optional(),
  Item: item.optional(),
  UpdateExpression: z.string().default(""),
  ConditionExpression: z.string().default(""),
  ExpressionAttributeNames: names,
});
type ItemRequest = z.output<typeof itemRequest>;

const batchGet = z.object({ RequestItems: z.record(z.string(), z.object({ Keys: z.array(item) })) });

const batchWrite = z.object({
  RequestItems: z.record(
    z.string(),
    z.array(
      z.union([
        z.object({ PutRequest: z.object({ Item: item }) }).transform(({ PutRequest }) => PutRequest.Item),
        z
          .object({ DeleteRequest: z.object({ Key: item }) })
          .transform(({ DeleteRequest }) => DeleteRequest.Key),
      ]),
    ),
  ),
});

/** Each item of a transaction has one property, named after its action. */
const transactWrite = z.object({
  TransactItems: z.array(z.partialRecord(z.enum(["Put", "Update", "Delete", "ConditionCheck"]), itemRequest)),
});

const query = z.object({
  TableName: z.string(),
  IndexName: z.string().optional(),
  KeyConditionExpression: z.string().default(""),
  ExpressionAttributeNames: names,
  ExpressionAttributeValues: item.default({}),
});

const putEvents = z.object({ Entries: z.array(z.object({ EventBusName: z.string() })) });

const sendMessage = z.object({ QueueUrl: z.string() });

type PermissionReader = (request: unknown, partitionKey: string) => Permission[];

/** Reads the permission of a call with one item. */
const readItem =
  (operation: string): PermissionReader =>
  (request, partitionKey) => [itemPermission(operation, itemRequest.parse(request), partitionKey)];

/** A batch requires the permission of the single call. */
const readSendMessage: PermissionReader = (request) => [
  { action: "sqs:SendMessage", resource: arn("sqs", nameFromArn(sendMessage.parse(request).QueueUrl)) },
];

/** Readers by service and operation. */
const READERS: Record<string, PermissionReader> = {
  "dynamodb:GetItem": readItem("GetItem"),
  "dynamodb:PutItem": readItem("PutItem"),
  "dynamodb:UpdateItem": readItem("UpdateItem"),
  "dynamodb:DeleteItem": readItem("DeleteItem"),
  "dynamodb:BatchGetItem": (request, partitionKey) =>
    Object.entries(batchGet.parse(request).RequestItems).map(([table, { Keys }]) => ({
      action: "dynamodb:BatchGetItem",
      resource: tableArn(table),
      leadingKeys: Keys.flatMap((key) => partitionKeyOf(key, partitionKey)),
    })),
  "dynamodb:BatchWriteItem": (request, partitionKey) =>
    Object.entries(batchWrite.parse(request).RequestItems).map(([table, keys]) => ({
      action: "dynamodb:BatchWriteItem",
      resource: tableArn(table),
      leadingKeys: keys.flatMap((key) => partitionKeyOf(key, partitionKey)),
    })),
  "dynamodb:TransactWriteItems": (request, partitionKey) => {
    const ofItems = transactWrite
      .parse(request)
      .TransactItems.flatMap((write) => Object.entries(write))
      .map(([operation, write]) => itemPermission(`${operation}Item`, write, partitionKey));
    return [...ofItems, ...transactionPermissions(ofItems)];
  },
  "dynamodb:Query": (request, partitionKey) => {
    const { TableName, IndexName, ...condition } = query.parse(request);
    return [
      {
        action: "dynamodb:Query",
        resource: tableArn(TableName) + (IndexName === undefined ? "" : `/index/${IndexName}`),
        leadingKeys: queriedPartitionKeys(condition, partitionKey),
      },
    ];
  },
  "events:PutEvents": (request) =>
    putEvents.parse(request).Entries.map(({ EventBusName }) => ({
      action: "events:PutEvents",
      resource: arn("events", `event-bus/${nameFromArn(EventBusName)}`),
    })),
  "sqs:SendMessage": readSendMessage,
  "sqs:SendMessageBatch": readSendMessage,
};

/**
 * Returns the permissions that AWS checks before it executes the call. No role grants an operation that is unknown
 * here.
 */
export const requiredPermissions = (
  { service, operation, request }: Pick<AwsCall, "service" | "operation" | "request">,
  partitionKey: string,
): Permission[] =>
  READERS[`${service}:${operation}`]?.(request, partitionKey) ?? [
    { action: `${service}:${operation}`, resource: "*" },
  ];

/**
 * Returns the permissions of a whole transaction. AWS does not document whether it checks the keys one by one or
 * together, so a role must allow both.
 */
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

const tableArn = (name: string) => arn("dynamodb", `table/${nameFromArn(name)}`);

const itemPermission = (operation: string, request: ItemRequest, partitionKey: string): Permission => ({
  action: `dynamodb:${operation}`,
  resource: tableArn(request.TableName),
  leadingKeys: partitionKeyOf(request.Key ?? request.Item, partitionKey),
  ...(operation === "UpdateItem" && { attributes: updatedAttributes(request) }),
});

const partitionKeyOf = (key: z.output<typeof item> | undefined, partitionKey: string) =>
  Object.values(key?.[partitionKey] ?? {}).map(String);

/** Returns the value with which the key condition compares the partition key. */
const queriedPartitionKeys = (
  request: Omit<z.output<typeof query>, "TableName" | "IndexName">,
  partitionKey: string,
) =>
  [...request.KeyConditionExpression.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)]
    .filter(([, name = ""]) => (request.ExpressionAttributeNames[name] ?? name) === partitionKey)
    .flatMap(([, , value = ""]) => Object.values(request.ExpressionAttributeValues[value] ?? {}).map(String));

/** Matches a value, or an attribute with its inner path and, for a function's name, a bracket. */
const OPERAND = /:\w+|(#?[A-Za-z_]\w*)(?:\.[#\w]+|\[\d+\])*(\s*\()?/g;

const KEYWORDS = /^(SET|REMOVE|ADD|DELETE|AND|OR|NOT|BETWEEN|IN)$/i;

/** Returns the attributes of the key and of both expressions, each once, without those that the answer shows. */
const updatedAttributes = (request: ItemRequest): string[] => {
  const { Key = {}, UpdateExpression, ConditionExpression, ExpressionAttributeNames } = request;
  const named = [...`${UpdateExpression} ${ConditionExpression}`.matchAll(OPERAND)]
    .filter(([, name, bracket]) => name !== undefined && bracket === undefined && !KEYWORDS.test(name))
    .map(([, name = ""]) => ExpressionAttributeNames[name] ?? name);
  return [...new Set([...Object.keys(Key), ...named])];
};
