import { randomUUID } from "node:crypto";
import type { Permission } from "../iam/iam-policy.ts";
import { failedInvocationRecord } from "../lambda/failed-invocation.ts";
import type { StreamRecord } from "../lambda/lambda-record.ts";
import type { DiscardedBatch } from "./stream-batch.ts";

/** Sends to the destinations that a stream mapping may declare. */
export type FailureDestinations = {
  readonly sendToQueue: (queueArn: string, body: string) => void;
  readonly putObject: (bucketArn: string, key: string, body: string) => void;
};

/** Where a discarded batch comes from. */
type Origin = {
  readonly mappingId: string;
  readonly shardId: string;
  readonly streamArn: string;
  readonly functionArn: string;
};

const isBucket = (destinationArn: string) => destinationArn.startsWith("arn:aws:s3:");

/** The permissions that Lambda needs to write to the destination (Lambda Developer Guide, "Retain discarded records"). */
export const destinationPermissions = (destinationArn: string): Permission[] =>
  isBucket(destinationArn)
    ? [
        { action: "s3:PutObject", resource: `${destinationArn}/aws/lambda/*` },
        { action: "s3:ListBucket", resource: destinationArn },
      ]
    : [{ action: "sqs:SendMessage", resource: destinationArn }];

/** A queue receives the batch's position in the stream, a bucket also its records. */
export const sendDiscardedBatch = (
  destinationArn: string,
  batch: DiscardedBatch,
  origin: Origin,
  { sendToQueue, putObject }: FailureDestinations,
) => {
  const record = discardRecord(batch, origin);
  if (!isBucket(destinationArn)) return sendToQueue(destinationArn, JSON.stringify(record));
  const body = JSON.stringify({ ...record, payload: { Records: batch.records } });
  return putObject(destinationArn, objectKey(origin, new Date()), body);
};

/** `aws/lambda/<mapping>/<shard>/YYYY/MM/DD/YYYY-MM-DDTHH.MM.SS-<UUID>` */
const objectKey = ({ mappingId, shardId }: Origin, now: Date) => {
  const [date = "", time = ""] = now.toISOString().split(/[T.]/);
  const folder = date.replaceAll("-", "/");
  return `aws/lambda/${mappingId}/${shardId}/${folder}/${date}T${time.replaceAll(":", ".")}-${randomUUID()}`;
};

const discardRecord = ({ records, condition, invocations }: DiscardedBatch, origin: Origin) => ({
  ...failedInvocationRecord({
    requestId: randomUUID(),
    functionArn: origin.functionArn,
    condition,
    invocations,
  }),
  DDBStreamBatchInfo: {
    shardId: origin.shardId,
    startSequenceNumber: records.at(0)?.dynamodb.SequenceNumber,
    endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
    approximateArrivalOfFirstRecord: arrivalTime(records.at(0)),
    approximateArrivalOfLastRecord: arrivalTime(records.at(-1)),
    batchSize: records.length,
    streamArn: origin.streamArn,
  },
});

const arrivalTime = (record: StreamRecord | undefined) =>
  new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1_000).toISOString();
