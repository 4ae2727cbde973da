import { failedItemIdentifiers } from "../lambda/batch-response.ts";
import type { StreamRecord } from "../lambda/lambda-record.ts";

/** The mapping's declared settings; -1 means unlimited. */
export type BatchSettings = {
  readonly maxRetryAttempts: number;
  readonly maxRecordAgeSeconds: number;
  readonly bisectsOnError: boolean;
  readonly reportsItemFailures: boolean;
};

export type DiscardedBatch = {
  readonly records: readonly StreamRecord[];
  readonly condition: "RetryAttemptsExhausted" | "RecordAgeExceeded";
  readonly invocations: number;
};

type BatchCallbacks = {
  readonly invoke: (records: readonly StreamRecord[]) => Promise<unknown>;
  /** Receives records that are not retried any more. */
  readonly discard: (batch: DiscardedBatch) => void;
  /** Marks every record up to this one as processed. */
  readonly checkpoint: (last: StreamRecord) => void;
  /** Waits before a retry; throws to leave the remaining records unprocessed. */
  readonly pause: (failures: number) => Promise<void>;
};

type Batch = { readonly records: readonly StreamRecord[]; readonly failures: number };

/**
 * Processes records in order, as Lambda does from a stream: retries from the first failed record, bisects a batch
 * that failed as a whole, and discards records that are too old or out of retries.
 */
export const processBatch = async (
  records: readonly StreamRecord[],
  settings: BatchSettings,
  callbacks: BatchCallbacks,
) => {
  const pending: Batch[] = [{ records, failures: 0 }];
  for (let batch = pending.shift(); batch; batch = pending.shift()) {
    pending.unshift(...(await processOnce(batch, settings, callbacks)));
  }
};

/** @returns the batches that remain */
const processOnce = async (
  batch: Batch,
  settings: BatchSettings,
  callbacks: BatchCallbacks,
): Promise<Batch[]> => {
  const discarded = discardablePart(batch, settings);
  if (discarded) {
    callbacks.discard(discarded);
    checkpointLast(discarded.records, callbacks);
    const rest = batch.records.slice(discarded.records.length);
    return rest.length > 0 ? [{ ...batch, records: rest }] : [];
  }
  const failure = await invokeOnce(batch.records, settings, callbacks);
  checkpointLast(batch.records.slice(0, failure?.index), callbacks);
  if (!failure) return [];
  await callbacks.pause(batch.failures + 1);
  return remainingBatches(batch, failure, settings);
};

/** Leading records over the maximum age, or all of them after the last retry. */
const discardablePart = (
  { records, failures }: Batch,
  settings: BatchSettings,
): DiscardedBatch | undefined => {
  const { maxRetryAttempts } = settings;
  if (maxRetryAttempts >= 0 && failures > maxRetryAttempts) {
    return { records, condition: "RetryAttemptsExhausted", invocations: failures };
  }
  const firstRecent = records.findIndex((record) => !isTooOld(record, settings));
  if (firstRecent === 0) return undefined;
  const expired = firstRecent < 0 ? records : records.slice(0, firstRecent);
  return { records: expired, condition: "RecordAgeExceeded", invocations: failures };
};

const isTooOld = ({ dynamodb }: StreamRecord, { maxRecordAgeSeconds }: BatchSettings) =>
  maxRecordAgeSeconds >= 0 && Date.now() / 1_000 - dynamodb.ApproximateCreationDateTime > maxRecordAgeSeconds;

/** The first failed record; `isWholeBatch` if it is unknown which record caused the failure. */
type Failure = { readonly index: number; readonly isWholeBatch: boolean };

const WHOLE_BATCH: Failure = { index: 0, isWholeBatch: true };

const invokeOnce = async (
  records: readonly StreamRecord[],
  { reportsItemFailures }: BatchSettings,
  { invoke }: BatchCallbacks,
): Promise<Failure | undefined> => {
  try {
    const response = await invoke(records);
    return reportsItemFailures ? firstReportedFailure(records, failedItemIdentifiers(response)) : undefined;
  } catch {
    return WHOLE_BATCH;
  }
};

/** The lowest reported sequence number; one that is not in the batch fails the whole batch. */
const firstReportedFailure = (
  records: readonly StreamRecord[],
  sequenceNumbers: readonly string[],
): Failure | undefined => {
  if (sequenceNumbers.length === 0) return undefined;
  const indexes = sequenceNumbers.map((sequenceNumber) =>
    records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === sequenceNumber),
  );
  const index = Math.min(...indexes);
  return index < 0 ? WHOLE_BATCH : { index, isWholeBatch: false };
};

/** Bisecting does not count as a retry, and progress within the batch resets the count. */
const remainingBatches = (
  { records, failures }: Batch,
  { index, isWholeBatch }: Failure,
  { bisectsOnError }: BatchSettings,
): Batch[] => {
  if (index > 0) return [{ records: records.slice(index), failures: 1 }];
  if (!isWholeBatch || !bisectsOnError || records.length === 1) return [{ records, failures: failures + 1 }];
  const middle = Math.ceil(records.length / 2);
  return [records.slice(0, middle), records.slice(middle)].map((half) => ({ records: half, failures }));
};

const checkpointLast = (processed: readonly StreamRecord[], { checkpoint }: BatchCallbacks) => {
  const last = processed.at(-1);
  if (last) checkpoint(last);
};
