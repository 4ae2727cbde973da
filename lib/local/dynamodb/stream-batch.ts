import * as z from "zod";
import type { StreamRecord } from "../lambda/lambda-record.ts";

/** What the mapping declares; -1 for no limit. */
export type BatchRules = {
  readonly maximumRetryAttempts: number;
  readonly maximumRecordAgeSeconds: number;
  readonly bisects: boolean;
  readonly reportsItemFailures: boolean;
};

export type GivenUp = {
  readonly records: readonly StreamRecord[];
  readonly condition: "RetryAttemptsExhausted" | "RecordAgeExceeded";
  readonly invocations: number;
};

type BatchDelivery = {
  readonly invoke: (records: readonly StreamRecord[]) => Promise<unknown>;
  /** Where records go that nobody will try again. */
  readonly giveUp: (batch: GivenUp) => void;
  /** Every record up to this one is done with. */
  readonly checkpoint: (last: StreamRecord) => void;
  /** Waits before a retry; throws to leave the rest undone. */
  readonly pause: (failures: number) => Promise<void>;
};

type Batch = { readonly records: readonly StreamRecord[]; readonly failures: number };

/**
 * Delivers records in order, as Lambda does from a stream: again from the first that failed, in halves if the
 * whole batch did, until they are done, too old or tried too often.
 */
export const deliverBatch = async (
  records: readonly StreamRecord[],
  rules: BatchRules,
  delivery: BatchDelivery,
) => {
  const pending: Batch[] = [{ records, failures: 0 }];
  for (let batch = pending.shift(); batch; batch = pending.shift()) {
    pending.unshift(...(await deliverOnce(batch, rules, delivery)));
  }
};

/** @returns what is left to deliver of the batch */
const deliverOnce = async (batch: Batch, rules: BatchRules, delivery: BatchDelivery): Promise<Batch[]> => {
  const hopeless = hopelessPart(batch, rules);
  if (hopeless) {
    delivery.giveUp(hopeless);
    checkpointAt(hopeless.records, delivery);
    const rest = batch.records.slice(hopeless.records.length);
    return rest.length > 0 ? [{ ...batch, records: rest }] : [];
  }
  const failure = await tryOnce(batch.records, rules, delivery);
  checkpointAt(batch.records.slice(0, failure?.from), delivery);
  if (!failure) return [];
  await delivery.pause(batch.failures + 1);
  return remainder(batch, failure, rules);
};

/** Records past their age, or all of them after the last try. */
const hopelessPart = ({ records, failures }: Batch, rules: BatchRules): GivenUp | undefined => {
  const { maximumRetryAttempts: retries } = rules;
  if (retries >= 0 && failures > retries) {
    return { records, condition: "RetryAttemptsExhausted", invocations: failures };
  }
  const fresh = records.findIndex((record) => !isTooOld(record, rules));
  if (fresh === 0) return undefined;
  const old = fresh < 0 ? records : records.slice(0, fresh);
  return { records: old, condition: "RecordAgeExceeded", invocations: failures };
};

const isTooOld = ({ dynamodb }: StreamRecord, { maximumRecordAgeSeconds: maximum }: BatchRules) =>
  maximum >= 0 && Date.now() / 1_000 - dynamodb.ApproximateCreationDateTime > maximum;

/** `whole`: nothing is known of which record was at fault. */
type Failure = { readonly from: number; readonly whole: boolean };

const tryOnce = async (
  records: readonly StreamRecord[],
  { reportsItemFailures }: BatchRules,
  { invoke }: BatchDelivery,
): Promise<Failure | undefined> => {
  try {
    const result = await invoke(records);
    return reportsItemFailures ? reportedFailure(records, result) : undefined;
  } catch {
    return { from: 0, whole: true };
  }
};

const batchResponse = z.object({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

/** The lowest sequence number that the function reports; one that is not in the batch means all of it. */
const reportedFailure = (records: readonly StreamRecord[], result: unknown): Failure | undefined => {
  const response = batchResponse.safeParse(result ?? {});
  if (!response.success) return { from: 0, whole: true };
  const failed = (response.data.batchItemFailures ?? []).map(({ itemIdentifier }) =>
    records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === itemIdentifier),
  );
  if (failed.length === 0) return undefined;
  const from = Math.min(...failed);
  return from < 0 ? { from: 0, whole: true } : { from, whole: false };
};

/** Halving costs no try, and a batch that got further starts to count anew. */
const remainder = ({ records, failures }: Batch, { from, whole }: Failure, rules: BatchRules): Batch[] => {
  if (from > 0) return [{ records: records.slice(from), failures: 1 }];
  if (!whole || !rules.bisects || records.length === 1) return [{ records, failures: failures + 1 }];
  const middle = Math.ceil(records.length / 2);
  return [records.slice(0, middle), records.slice(middle)].map((half) => ({ records: half, failures }));
};

const checkpointAt = (done: readonly StreamRecord[], { checkpoint }: BatchDelivery) => {
  const last = done.at(-1);
  if (last) checkpoint(last);
};
