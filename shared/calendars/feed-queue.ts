import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod/mini";
import { AWS_CLIENT_DEFAULTS, endCallsAtDeadline } from "../runtime/deadline.ts";
import { environmentVariable } from "../runtime/environment.ts";
import { type FirmId, firmIdFromVerifiedSource } from "../table/firm-id.ts";

/** The queue of feeds to read. */
export type FeedQueue = { readonly url: string; readonly client: SQSClient };

export const connectFeedQueue = (url = environmentVariable("FEED_QUEUE_URL")): FeedQueue => ({
  url,
  client: endCallsAtDeadline(new SQSClient(AWS_CLIENT_DEFAULTS)),
});

/** Names a feed to read, in the version at which it was taken: the message is void once the feed has another. */
export type FeedMessage = {
  readonly firmId: FirmId;
  readonly attorneyId: string;
  readonly id: string;
  readonly version: number;
};

const message = z.object({
  firmId: z.pipe(z.string(), z.transform(firmIdFromVerifiedSource)),
  attorneyId: z.string(),
  id: z.string(),
  version: z.number(),
});

/** @throws when the body is not a message of the queue */
export const parseFeedMessage = (body: string): FeedMessage => message.parse(JSON.parse(body));

/** Queues a feed. Each firm has a message group: the fair queue delivers those of a firm with few before one with many. */
export const sendFeed = async (
  { client, url }: FeedQueue,
  { firmId, attorneyId, id, version }: FeedMessage,
): Promise<void> => {
  const MessageBody = JSON.stringify({ firmId, attorneyId, id, version });
  await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody, MessageGroupId: firmId }));
};
