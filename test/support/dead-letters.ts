import { PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { v4 } from "uuid";
import { openDeployment, physicalIdOf } from "../../lib/operator/deployment.ts";
import { DEAD_LETTERS_ID } from "../../lib/stacks/stage-names.ts";
import type { FirmId } from "../../shared/table/firm-id.ts";
import {
  type Item,
  openEventPageKey,
  type RecordKey,
  settingsKey,
  webhookKey,
} from "../../shared/table/record-keys.ts";
import type { Table } from "../../shared/table/table.ts";
import { eventually } from "./eventually.ts";
import type { FindProperties } from "./hosted-service.ts";
import { runForRows } from "./operator.ts";
import { readItem } from "./read-item.ts";

/** Makes steps fail within seconds that AWS would try for hours. */
export const GIVES_UP_EARLY = (find: FindProperties) => {
  find("AWS::Lambda::EventSourceMapping", "Changes").MaximumRetryAttempts = 1;
  find("AWS::SQS::Queue", "Deliveries").VisibilityTimeout = 5;
};

/** Replaces an item's attributes, by default with none, until the returned function is called. */
const replaceItem = async (
  table: Table,
  Key: RecordKey,
  attributes: Readonly<Record<string, unknown>> = {},
) => {
  const { client, name: TableName } = table;
  const Item = await readItem(table, Key);
  await client.send(new PutCommand({ TableName, Item: { ...Key, ...attributes } }));
  return async () => {
    await (Item === undefined
      ? client.send(new DeleteCommand({ TableName, Key }))
      : client.send(new PutCommand({ TableName, Item })));
  };
};

/** Prevents every change of the firm from being published. */
export const breakSettings = (table: Table, firm: FirmId) => replaceItem(table, settingsKey(firm));

/** Prevents the firm's events from being appended to its log, which holds up the stream. */
export const breakEventLog = (table: Table, firm: FirmId) =>
  replaceItem(table, openEventPageKey(firm), {
    // The next number cannot be stored.
    lastNumber: Number.MAX_SAFE_INTEGER,
    eventIds: [],
    openedAtMilliseconds: 0,
  });

/** Makes fan-out and delivery fail for the firm. */
export const breakWebhook = (table: Table, firm: FirmId, id: string) =>
  replaceItem(table, webhookKey(firm, id));

const clientOf = async (queuePath: string) => {
  const deployment = await openDeployment({});
  return {
    client: new SQSClient(deployment.clientConfig),
    QueueUrl: physicalIdOf(deployment, "AWS::SQS::Queue", queuePath),
  };
};

export const sendToQueue = async (queuePath: string, ...bodies: string[]) => {
  const { client, QueueUrl } = await clientOf(queuePath);
  for (const MessageBody of bodies) await client.send(new SendMessageCommand({ QueueUrl, MessageBody }));
};

export const sendDeadLetters = (...bodies: string[]) => sendToQueue(DEAD_LETTERS_ID, ...bodies);

/** Counts the dead letters in the queue that a receiver can get now. */
export const countVisible = async () => {
  const { client, QueueUrl } = await clientOf(DEAD_LETTERS_ID);
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["All"] }),
  );
  return Number(Attributes?.ApproximateNumberOfMessages);
};

/** Waits until there are that many dead letters of the firm, and returns their rows. */
export const deadLettersOf = async (firm: FirmId, count = 1) => {
  let rows: Awaited<ReturnType<typeof runForRows>>["rows"] = [];
  const list = async () => {
    rows = (await runForRows("dead-letters list", "--firm", firm)).rows;
    return rows.length;
  };
  await eventually(list, { interval: 500 }).toBe(count);
  return rows;
};

/** Returns a stream record of a lead's creation. */
export const recordOf = (item: Item) => ({
  dynamodb: {
    Keys: marshall({ pk: item.pk, sk: item.sk }),
    NewImage: marshall(item, { removeUndefinedValues: true }),
    SequenceNumber: "1",
  },
});

/**
 * Puts a batch of stream records in the bucket, as Lambda does.
 * @returns its key
 */
export const putDiscardedBatch = async (records: readonly object[]) => {
  const deployment = await openDeployment({});
  const Bucket = physicalIdOf(deployment, "AWS::S3::Bucket");
  const Key = `aws/lambda/mapping/shard/${v4()}`;
  const requestContext = { condition: "RetryAttemptsExhausted" };
  const Body = JSON.stringify({ requestContext, payload: { Records: records } });
  await new S3Client(deployment.clientConfig).send(new PutObjectCommand({ Bucket, Key, Body }));
  return Key;
};
