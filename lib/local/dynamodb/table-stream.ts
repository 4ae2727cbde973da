import {
  type _Record,
  type AttributeValue,
  DescribeStreamCommand,
  type DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from "@aws-sdk/client-dynamodb-streams";
import * as z from "zod";
import { readStateFile, writeStateFile } from "../host/state-file.ts";

const storedPosition = z.object({
  shardId: z.string(),
  /** Sequence number of the last processed record of the shard. */
  after: z.string().optional(),
});

type Position = z.output<typeof storedPosition>;

type TableStreamOptions = {
  readonly client: DynamoDBStreamsClient;
  readonly streamArn: string;
  readonly positionFile: string;
  readonly log: (line: string) => void;
};

/** Reads a table's stream from the stored position. In DynamoDB Local, shards follow each other, and one is open. */
export class TableStream {
  readonly #options: TableStreamOptions;
  #position: Position | undefined;
  /** Undefined if the next read must open it at the position. */
  #iterator: string | undefined;

  constructor(options: TableStreamOptions) {
    this.#options = options;
    this.#position = readStateFile(options.positionFile, storedPosition);
  }

  /** @returns the next records, if there are any */
  async read(limit: number): Promise<StreamRecord[]> {
    try {
      return await this.#read(limit);
    } catch (error) {
      this.#iterator = undefined;
      const isTrimmed =
        error instanceof TrimmedDataAccessException || error instanceof ResourceNotFoundException;
      if (!isTrimmed) throw error;
      this.#options.log(
        "stream  the position is trimmed, or of another stream: reading from the oldest record",
      );
      this.#position = undefined;
      return [];
    }
  }

  /** Stores this record as the last processed one. */
  checkpoint({ dynamodb }: StreamRecord) {
    const position = this.#position;
    if (!position || position.after === dynamodb.SequenceNumber) return;
    this.#position = { ...position, after: dynamodb.SequenceNumber };
    writeStateFile(this.#options.positionFile, JSON.stringify(this.#position));
  }

  async #read(limit: number) {
    const { client, streamArn } = this.#options;
    this.#iterator ??= await this.#openIterator();
    if (this.#iterator === undefined) return [];
    const { Records = [], NextShardIterator } = await client.send(
      new GetRecordsCommand({ ShardIterator: this.#iterator, Limit: limit }),
    );
    this.#iterator = NextShardIterator;
    if (!NextShardIterator && Records.length === 0) await this.#moveToNextShard();
    return Records.map((record) => lambdaRecord(record, streamArn));
  }

  async #openIterator() {
    if (!this.#position) await this.#moveToNextShard();
    if (!this.#position) return undefined;
    const { shardId, after } = this.#position;
    const { ShardIterator } = await this.#options.client.send(
      new GetShardIteratorCommand({
        StreamArn: this.#options.streamArn,
        ShardId: shardId,
        ShardIteratorType: after ? "AFTER_SEQUENCE_NUMBER" : "TRIM_HORIZON",
        SequenceNumber: after,
      }),
    );
    return ShardIterator;
  }

  /** Moves to the child of the ended shard or, without a position, to the shard whose parent is trimmed. */
  async #moveToNextShard() {
    const { client, streamArn } = this.#options;
    const { StreamDescription } = await client.send(new DescribeStreamCommand({ StreamArn: streamArn }));
    const shards = StreamDescription?.Shards ?? [];
    const ended = this.#position?.shardId;
    const next = shards.find(({ ParentShardId: parent }) =>
      ended === undefined ? !shards.some(({ ShardId }) => ShardId === parent) : parent === ended,
    );
    if (next?.ShardId) this.#position = { shardId: next.ShardId };
  }
}

/** A stream record in the format of Lambda's events, which has dates and bytes unconverted by the SDK. */
export type StreamRecord = {
  readonly eventID: string | undefined;
  readonly eventSourceARN: string;
  readonly dynamodb: {
    readonly SequenceNumber: string;
    readonly ApproximateCreationDateTime: number;
    readonly Keys?: object | undefined;
    readonly NewImage?: object | undefined;
    readonly OldImage?: object | undefined;
  };
};

const lambdaRecord = (record: _Record, eventSourceARN: string): StreamRecord => {
  const { ApproximateCreationDateTime: created, SequenceNumber, ...change } = record.dynamodb ?? {};
  return {
    ...record,
    eventID: record.eventID,
    eventSourceARN,
    dynamodb: {
      ...change,
      ApproximateCreationDateTime: (created?.getTime() ?? Date.now()) / 1_000,
      SequenceNumber: SequenceNumber ?? "",
      Keys: toWireImage(change.Keys),
      NewImage: toWireImage(change.NewImage),
      OldImage: toWireImage(change.OldImage),
    },
  };
};

type Image = Record<string, AttributeValue>;

const toWireImage = (image: Image | undefined) =>
  image && Object.fromEntries(Object.entries(image).map(([name, value]) => [name, toWireValue(value)]));

const toWireValue = (value: AttributeValue): object => {
  if (value.M) return { M: toWireImage(value.M) };
  if (value.L) return { L: value.L.map(toWireValue) };
  if (value.B) return { B: encodeBase64(value.B) };
  if (value.BS) return { BS: value.BS.map(encodeBase64) };
  // DynamoDB Local omits the type of an empty map
  return Object.keys(value).length === 0 ? { M: {} } : value;
};

const encodeBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
