import type { DynamoDBRecord } from "aws-lambda";
import { describeCause, log } from "../runtime/log.ts";
import { type DeadLetters, sendDeadLetter } from "./dead-letters.ts";

/** What went wrong with the records of a batch, by their place in it. */
export class FailedRecords {
  /** The first record to deliver again, and with it all after it; beyond the last one when there is none. */
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

  /** Sends what can never be published to the dead letters, except for what is delivered again anyway. */
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
    return { sequenceNumber: dynamodb?.SequenceNumber ?? "", cause: describeCause(error, [dynamodb]) };
  }
}
