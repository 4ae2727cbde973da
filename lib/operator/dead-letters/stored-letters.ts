import { DeleteObjectCommand, GetObjectCommand, paginateListObjectsV2, S3Client } from "@aws-sdk/client-s3";
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";
import { mapConcurrently } from "../../../shared/runtime/map-concurrently.ts";
import { DEAD_LETTERS_ID } from "../../stacks/stage-names.ts";
import { type Deployment, physicalIdOf } from "../deployment.ts";
import type { StoredLetter } from "./dead-letter.ts";

/** A message stays hidden for this long if this process ends early. Ten replays of a minute each fit in it. */
const HOLD_SECONDS = 15 * 60;
const BATCH_MAXIMUM = 10;
/** A receive that waits asks all servers of the queue, instead of a sample. */
const WAIT_SECONDS = 1;
/** After this many batches without a new message, the whole queue has been received. */
const STALE_BATCHES = 2;
const CONCURRENT_RELEASES = 10;

type Queue = { readonly client: SQSClient; readonly url: string };

/**
 * Yields every dead letter once: the objects first, since a change that still cannot be published goes from there to the
 * queue.
 */
export async function* storedLetters(deployment: Deployment): AsyncGenerator<StoredLetter> {
  const { clientConfig } = deployment;
  const Bucket = physicalIdOf(deployment, "AWS::S3::Bucket");
  const url = physicalIdOf(deployment, "AWS::SQS::Queue", DEAD_LETTERS_ID);
  yield* objectsOf({ client: new S3Client(clientConfig), Bucket });
  yield* messagesOf({ client: new SQSClient(clientConfig), url });
}

/**
 * Receives every message once. In the end, makes the messages visible again that were not deleted. Until then a message
 * is hidden, so another receiver, or an alarm on visible messages, misses it.
 */
async function* messagesOf(queue: Queue): AsyncGenerator<StoredLetter> {
  const seen = new Set<string>();
  /** Receipt handles by message id. */
  const held = new Map<string, string>();
  try {
    for (let staleBatches = 0; staleBatches < STALE_BATCHES; ) {
      const messages = await receive(queue);
      const fresh = messages.filter(({ MessageId = "" }) => !seen.has(MessageId));
      staleBatches = fresh.length === 0 ? staleBatches + 1 : 0;
      for (const { MessageId = "", ReceiptHandle = "" } of messages) {
        seen.add(MessageId);
        held.set(MessageId, ReceiptHandle);
      }
      for (const message of fresh) yield toLetter(queue, message, held);
    }
  } finally {
    await mapConcurrently([...held.values()], CONCURRENT_RELEASES, (handle) => release(queue, handle));
  }
}

const receive = async ({ client, url }: Queue): Promise<Message[]> => {
  const { Messages = [] } = await client.send(
    new ReceiveMessageCommand({
      QueueUrl: url,
      MaxNumberOfMessages: BATCH_MAXIMUM,
      VisibilityTimeout: HOLD_SECONDS,
      WaitTimeSeconds: WAIT_SECONDS,
      MessageSystemAttributeNames: ["All"],
      MessageAttributeNames: ["All"],
    }),
  );
  return Messages;
};

const toLetter = ({ client, url }: Queue, message: Message, held: Map<string, string>): StoredLetter => {
  const { MessageId: id = "", Body = "", Attributes, MessageAttributes = {} } = message;
  return {
    id,
    sentAt: new Date(Number(Attributes?.SentTimestamp ?? 0)).toISOString(),
    receiveCount: Number(Attributes?.ApproximateReceiveCount ?? 1),
    body: Body,
    attributes: Object.fromEntries(
      Object.entries(MessageAttributes).map(([name, { StringValue = "" }]) => [name, StringValue]),
    ),
    delete: async () => {
      await client.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle: held.get(id) }));
      held.delete(id);
    },
  };
};

/** Makes a message visible again. If its hold is over, it already is. */
const release = async ({ client, url }: Queue, ReceiptHandle: string) => {
  await client
    .send(new ChangeMessageVisibilityCommand({ QueueUrl: url, ReceiptHandle, VisibilityTimeout: 0 }))
    .catch((error: unknown) => {
      const code = error instanceof Error ? error.name : "";
      if (!HOLD_IS_OVER.has(code)) throw error;
    });
};

const HOLD_IS_OVER = new Set(["MessageNotInflight", "InvalidParameterValue", "ReceiptHandleIsInvalid"]);

type Bucket = { readonly client: S3Client; readonly Bucket: string };

async function* objectsOf({ client, Bucket }: Bucket): AsyncGenerator<StoredLetter> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket }))
    for (const { Key: id = "", LastModified = new Date(0) } of Contents) {
      const object = { Bucket, Key: id };
      const { Body } = await client.send(new GetObjectCommand(object));
      yield {
        id,
        sentAt: LastModified.toISOString(),
        receiveCount: null,
        body: (await Body?.transformToString()) ?? "",
        attributes: {},
        delete: async () => {
          await client.send(new DeleteObjectCommand(object));
        },
      };
    }
}
