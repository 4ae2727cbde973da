import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBRecord } from "aws-lambda";
import { AWS_CLIENT_DEFAULTS } from "../runtime/aws-client-defaults.ts";

/** The queue of stream records that can never be published. */
export type DeadLetters = { readonly url: string; readonly client: SQSClient };

export const connectDeadLetters = (url: string): DeadLetters => ({
  url,
  client: new SQSClient(AWS_CLIENT_DEFAULTS),
});

/** SQS takes at most one megabyte, and neither U+FFFE nor U+FFFF: JSON can escape them. */
const MESSAGE_BYTES_MAXIMUM = 1024 * 1024;

/** Keeps a record whole, for as long as the queue does; of one that is too large for a message, only its keys. */
export const sendDeadLetter = async (
  { client, url }: DeadLetters,
  record: DynamoDBRecord,
  reason: string,
): Promise<void> => {
  const { NewImage: _new, OldImage: _old, ...identification } = record.dynamodb ?? {};
  const whole = JSON.stringify({ reason, record });
  const fits = Buffer.byteLength(whole) <= MESSAGE_BYTES_MAXIMUM;
  const body = fits ? whole : JSON.stringify({ reason, record: { ...record, dynamodb: identification } });
  const sendable = body.replaceAll(
    /[\uFFFE\uFFFF]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
  await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody: sendable }));
};
