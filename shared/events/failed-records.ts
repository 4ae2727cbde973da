import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBRecord } from "aws-lambda";
import { $ZodError } from "zod/v4/core";
import { AWS_CLIENT_DEFAULTS } from "../runtime/deadline.ts";
import { describeCause, log } from "../runtime/log.ts";
import { hasInvalidItem } from "../table/commit.ts";

/** The queue of stream records that can never be published. */
export type DeadLetters = { readonly url: string; readonly client: SQSClient };

export const connectDeadLetters = (url: string): DeadLetters => ({
  url,
  client: new SQSClient(AWS_CLIENT_DEFAULTS),
});

/** SQS accepts at most one megabyte, and neither U+FFFE nor U+FFFF, which JSON can escape. */
const MESSAGE_BYTES_MAXIMUM = 1024 * 1024;

/** Stores a whole record for the retention of the queue; only the keys of one that is too large for a message. */
const sendDeadLetter = async (
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

/**
 * Returns whether an error is permanent: a malformed item, or one that the store refuses. Any other error passes or is
 * repaired.
 */
export const isPermanent = (error: unknown): boolean => error instanceof $ZodError || hasInvalidItem(error);

/** The failures of a batch's records, by their place in it. */
export class FailedRecords {
  /** The first record to deliver again, together with all after it; beyond the last one for none. */
  first: number;
  readonly #records: readonly DynamoDBRecord[];
  readonly #unpublishable = new Map<number, string>();

  constructor(records: readonly DynamoDBRecord[]) {
    this.#records = records;
    this.first = records.length;
  }

  addTransient(index: number, error: unknown) {
    this.first = Math.min(this.first, index);
    log("error", "change_not_published", this.#describe(index, error));
  }

  addPermanent(index: number, error: unknown) {
    const description = this.#describe(index, error);
    log("error", "change_not_publishable", description);
    this.#unpublishable.set(index, description.cause);
  }

  isUnpublishable(index: number): boolean {
    return this.#unpublishable.has(index);
  }

  /** Sends records that can never be published to the dead letters, except those that are delivered again anyway. */
  async sendDeadLetters(deadLetters: DeadLetters) {
    const indexes = [...this.#unpublishable.keys()].sort((one, other) => one - other);
    for (const index of indexes) {
      const record = this.#records[index];
      if (record === undefined || index >= this.first) return;
      await sendDeadLetter(deadLetters, record, this.#unpublishable.get(index) ?? "").catch(
        (error: unknown) => this.addTransient(index, error),
      );
    }
  }

  #describe(index: number, error: unknown) {
    const { dynamodb } = this.#records[index] ?? {};
    return { sequenceNumber: dynamodb?.SequenceNumber ?? "", cause: describeCause(error) };
  }
}
