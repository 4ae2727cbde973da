import {
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  type Shard,
  TrimmedDataAccessException,
} from "@aws-sdk/client-dynamodb-streams";
import { lambdaRecord, type StreamRecord } from "../lambda/lambda-record.ts";
import { loadPosition, type StreamPosition, savePosition } from "./stream-position.ts";

type TableStreamOptions = {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly positionFile: string;
  readonly log: (line: string) => void;
};

export type StreamPage = { readonly shardId: string; readonly records: readonly StreamRecord[] };

/** Reads a table's stream from the stored position, parent shards before their children. */
export class TableStream {
  readonly #options: TableStreamOptions;
  readonly #position: StreamPosition;
  readonly #iterators = new Map<string, string>();
  /** Empty when they must be listed again: initially, and after a shard has ended, because it may have children. */
  #shards: readonly Shard[] = [];

  constructor(options: TableStreamOptions) {
    this.#options = options;
    const { streamArn, positionFile, log } = options;
    const stored = loadPosition(positionFile);
    const isOtherStream = stored !== undefined && stored.streamArn !== streamArn;
    if (isOtherStream)
      log(`stream  ${stored.streamArn} no longer exists: reading ${streamArn} from the start`);
    this.#position = stored && !isOtherStream ? stored : { streamArn, shards: {} };
  }

  get streamArn() {
    return this.#options.streamArn;
  }

  /** @returns undefined if there are no new records */
  async read(limit: number): Promise<StreamPage | undefined> {
    if (this.#shards.length === 0) await this.#listShards();
    for (const shardId of this.#readableShards()) {
      const records = await this.#readShard(shardId, limit);
      if (records.length > 0) return { shardId, records };
    }
    return undefined;
  }

  /** Stores this record as the last processed one of its shard. */
  checkpoint(shardId: string, { dynamodb }: StreamRecord) {
    if (this.#position.shards[shardId]?.after === dynamodb.SequenceNumber) return;
    this.#position.shards[shardId] = { after: dynamodb.SequenceNumber, finished: false };
    this.#save();
  }

  async #listShards() {
    const { client, streamArn } = this.#options;
    const shards: Shard[] = [];
    let last: string | undefined;
    do {
      const { StreamDescription } = await client.send(
        new DescribeStreamCommand({ StreamArn: streamArn, ExclusiveStartShardId: last }),
      );
      shards.push(...(StreamDescription?.Shards ?? []));
      last = StreamDescription?.LastEvaluatedShardId;
    } while (last);
    this.#shards = shards;
    this.#dropPositionsExcept(shards.map(({ ShardId }) => ShardId));
  }

  #dropPositionsExcept(listed: readonly (string | undefined)[]) {
    for (const shardId of Object.keys(this.#position.shards)) {
      if (!listed.includes(shardId)) delete this.#position.shards[shardId];
    }
  }

  /** Unfinished shards whose parent is finished; a parent that is not listed has been trimmed. */
  #readableShards() {
    const unfinished = this.#shards
      .map(({ ShardId = "" }) => ShardId)
      .filter((shardId) => !this.#position.shards[shardId]?.finished);
    return this.#shards
      .filter(({ ParentShardId = "" }) => !unfinished.includes(ParentShardId))
      .flatMap(({ ShardId = "" }) => (unfinished.includes(ShardId) ? [ShardId] : []));
  }

  async #readShard(shardId: string, limit: number): Promise<StreamRecord[]> {
    try {
      const ShardIterator = this.#iterators.get(shardId) ?? (await this.#openIterator(shardId));
      const { Records = [], NextShardIterator } = await this.#options.client.send(
        new GetRecordsCommand({ ShardIterator, Limit: limit }),
      );
      if (NextShardIterator) this.#iterators.set(shardId, NextShardIterator);
      else this.#iterators.delete(shardId);
      if (!NextShardIterator && Records.length === 0) this.#markFinished(shardId);
      return Records.map((record) => lambdaRecord(record, this.streamArn));
    } catch (error) {
      this.#recover(shardId, error);
      return [];
    }
  }

  async #openIterator(shardId: string) {
    const { client, streamArn } = this.#options;
    const after = this.#position.shards[shardId]?.after;
    const { ShardIterator } = await client.send(
      new GetShardIteratorCommand({
        StreamArn: streamArn,
        ShardId: shardId,
        ShardIteratorType: after ? "AFTER_SEQUENCE_NUMBER" : "TRIM_HORIZON",
        SequenceNumber: after,
      }),
    );
    return ShardIterator;
  }

  #markFinished(shardId: string) {
    this.#position.shards[shardId] = { finished: true };
    this.#shards = [];
    this.#save();
  }

  /** Rethrows any error that reading again does not fix. */
  #recover(shardId: string, error: unknown) {
    this.#iterators.delete(shardId);
    if (error instanceof ExpiredIteratorException) return;
    const isTrimmed =
      error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException;
    if (!isTrimmed) throw error;
    this.#options.log(`stream  the position in ${shardId} was trimmed: reading the shard from the start`);
    delete this.#position.shards[shardId];
    this.#shards = [];
  }

  #save() {
    savePosition(this.#options.positionFile, this.#position);
  }
}
