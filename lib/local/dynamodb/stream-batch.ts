import { randomUUID } from "node:crypto";
import { failedItemIdentifiers } from "../lambda/batch-response.ts";
import type { StreamRecord } from "./table-stream.ts";

export type DiscardedBatch = { readonly records: readonly StreamRecord[]; readonly invocations: number };

type BatchProcessing = {
  /** -1 for no limit. */
  readonly maxRetries: number;
  readonly invoke: (records: readonly StreamRecord[]) => Promise<unknown>;
  /** Receives records that are out of retries. */
  readonly discard: (batch: DiscardedBatch) => void;
  /** Marks every record up to this one as processed. */
  readonly checkpoint: (last: StreamRecord) => Promise<void>;
  /** Waits before a retry; throws to leave the remaining records unprocessed. */
  readonly pause: (failures: number) => Promise<void>;
};

type Batch = { readonly records: readonly StreamRecord[]; readonly failures: number };

/**
 * Processes records in order, as Lambda does from a stream: retries from the first failed record, bisects a batch
 * that failed as a whole, and discards records that are out of retries.
 */
export const processBatch = async (records: readonly StreamRecord[], processing: BatchProcessing) => {
  const pending: Batch[] = [{ records, failures: 0 }];
  for (let batch = pending.shift(); batch; batch = pending.shift())
    pending.unshift(...(await processOnce(batch, processing)));
};

/** @returns the batches that remain */
const processOnce = async ({ records, failures }: Batch, processing: BatchProcessing): Promise<Batch[]> => {
  const { maxRetries, discard, invoke, pause } = processing;
  if (maxRetries >= 0 && failures > maxRetries) {
    discard({ records, invocations: failures });
    await checkpointLast(records, processing);
    return [];
  }
  const succeeded = await invoke(records)
    .then((response) => countSucceeded(records, response))
    .catch(() => undefined);
  await checkpointLast(records.slice(0, succeeded ?? 0), processing);
  if (succeeded === records.length) return [];
  await pause(failures + 1);
  // progress resets the count of failures, and bisecting does not count as one
  if (succeeded) return [{ records: records.slice(succeeded), failures: 1 }];
  if (succeeded === 0 || records.length === 1) return [{ records, failures: failures + 1 }];
  const middle = Math.ceil(records.length / 2);
  return [records.slice(0, middle), records.slice(middle)].map((half) => ({ records: half, failures }));
};

/**
 * How many records come before the first that the function reports as failed; undefined if the whole batch failed,
 * because it reports one that is not in the batch.
 */
const countSucceeded = (records: readonly StreamRecord[], response: unknown): number | undefined => {
  const indexes = failedItemIdentifiers(response).map((sequenceNumber) =>
    records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === sequenceNumber),
  );
  const first = Math.min(...indexes, records.length);
  return first < 0 ? undefined : first;
};

const checkpointLast = async (processed: readonly StreamRecord[], { checkpoint }: BatchProcessing) => {
  const last = processed.at(-1);
  if (last) await checkpoint(last);
};

/** The key and contents of the object that retains a discarded batch (Lambda Developer Guide, "Retain discarded records"). */
export const discardedBatchObject = (
  mappingId: string,
  functionArn: string,
  { records, invocations }: DiscardedBatch,
) => {
  const timestamp = new Date().toISOString();
  const folder = timestamp.slice(0, 10).replaceAll("-", "/");
  const name = `${timestamp.slice(0, 19).replaceAll(":", ".")}-${randomUUID()}`;
  const contents = {
    version: "1.0",
    timestamp,
    requestContext: {
      requestId: randomUUID(),
      functionArn,
      condition: "RetryAttemptsExhausted",
      approximateInvokeCount: invocations,
    },
    payload: { Records: records },
  };
  return { key: `aws/lambda/${mappingId}/${folder}/${name}`, body: JSON.stringify(contents) };
};
