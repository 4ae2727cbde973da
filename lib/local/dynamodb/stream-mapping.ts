import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { requireGrants } from "../iam/iam-policy.ts";
import type { DeclaredFunction, DeclaredStreamMapping } from "../template/declared-stack.ts";
import { type DiscardedBatch, discardedBatchObject, processBatch } from "./stream-batch.ts";
import type { StreamRecord, TableStream } from "./table-stream.ts";

/** Backoff after a failed batch; AWS waits longer. */
const RETRY_MILLISECONDS = { first: 100, maximum: 2_000 };
/** Backoff between reads of a stream without new records; a write through the local endpoint ends the wait. */
const IDLE_MILLISECONDS = { first: 25, maximum: 1_000 };
const ERROR_PAUSE_MILLISECONDS = 1_000;

export type StreamMappingOptions = {
  readonly declared: DeclaredStreamMapping;
  readonly target: DeclaredFunction;
  readonly stream: TableStream;
  readonly invoke: (payload: string) => Promise<unknown>;
  readonly putObject: (bucketArn: string, key: string, body: string) => void;
  /** Resolves when what an invocation has set off in memory is done: until then, a record is not processed. */
  readonly settled: () => Promise<void>;
  readonly log: (line: string) => void;
};

/** Invokes a function with a table's changes, batch by batch, until stopped. */
export class StreamMapping {
  readonly id: string;
  /** What became of the last batch, in the words of Lambda. */
  lastProcessingResult = "No records processed";
  readonly #options: StreamMappingOptions;
  readonly #stopping = new AbortController();
  readonly #signal = this.#stopping.signal;
  readonly #aborted = once(this.#signal, "abort");
  readonly #loop: Promise<void>;
  #onDrained: (() => void)[] = [];
  #wasWoken = false;
  #endWait: (() => void) | undefined;

  /** @throws StartError if the function's role does not let Lambda read the stream and write to the destination */
  constructor(options: StreamMappingOptions) {
    const { declared, target } = options;
    requireGrants(declared.id, target, neededPermissions(declared));
    this.id = declared.id;
    this.#options = options;
    this.#loop = this.#run();
  }

  /** Ends the current wait, because the stream may have new records. */
  wake() {
    this.#wasWoken = true;
    this.#endWait?.();
  }

  /** Resolves when no record is left to read: all are processed, and what they have set off. */
  drained() {
    return new Promise<void>((resolve) => {
      this.#onDrained.push(resolve);
      this.wake();
    });
  }

  /** Abandons the batch in progress; the next start processes it again. */
  async stop() {
    this.#stopping.abort();
    this.wake();
    await this.#loop;
  }

  async #run() {
    let emptyReads = 0;
    while (!this.#signal.aborted) {
      this.#wasWoken = false;
      const hasRecords = await this.#readOnce();
      emptyReads = hasRecords || this.#wasWoken ? 0 : emptyReads + 1;
      if (emptyReads > 0) await this.#rest(backoff(IDLE_MILLISECONDS, emptyReads));
      if (this.#wasWoken) emptyReads = 0;
    }
  }

  #rest(milliseconds: number) {
    for (const resolve of this.#onDrained.splice(0)) resolve();
    return this.#wait(milliseconds);
  }

  /** @returns whether there were new records */
  async #readOnce(): Promise<boolean> {
    const { declared, stream, log } = this.#options;
    try {
      const records = await stream.read(declared.BatchSize);
      await this.#process(records);
      return records.length > 0;
    } catch (error) {
      if (this.#signal.aborted) return false;
      log(`stream  ${error}`);
      await this.#wait(ERROR_PAUSE_MILLISECONDS);
      return false;
    }
  }

  #wait(milliseconds: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #process(records: readonly StreamRecord[]) {
    const { declared, stream, invoke, settled } = this.#options;
    const { Filters } = declared.FilterCriteria;
    const matching = records.filter((record) => Filters.some((matches) => matches(record)));
    if (matching.length > 0) {
      await processBatch(matching, {
        maxRetries: declared.MaximumRetryAttempts,
        invoke: (batch) => this.#unlessStopped(invoke(JSON.stringify({ Records: batch }))),
        discard: (batch) => this.#discard(batch),
        checkpoint: async (last) => {
          await this.#unlessStopped(settled());
          stream.checkpoint(last);
        },
        pause: (failures) => this.#pause(failures),
      });
      this.lastProcessingResult = "OK";
    }
    const last = records.at(-1);
    if (last) stream.checkpoint(last);
  }

  async #unlessStopped<Result>(work: Promise<Result>) {
    const result = await Promise.race([work, this.#aborted]);
    this.#signal.throwIfAborted();
    return result;
  }

  async #pause(failures: number) {
    this.#signal.throwIfAborted();
    this.lastProcessingResult = "PROBLEM: Function call failed";
    const milliseconds = backoff(RETRY_MILLISECONDS, failures);
    this.#options.log(`stream  ${this.#options.target.label} failed, retrying in ${milliseconds} ms`);
    await sleep(milliseconds, undefined, { signal: this.#signal });
  }

  #discard(batch: DiscardedBatch) {
    const { declared, target, putObject, log } = this.#options;
    log(`stream  ${target.label} discards ${batch.records.length} records`);
    const { key, body } = discardedBatchObject(declared.id, target.arn, batch);
    putObject(declared.DestinationConfig.OnFailure.Destination, key, body);
  }
}

const backoff = ({ first, maximum }: { first: number; maximum: number }, attempt: number) =>
  Math.min(maximum, first * 2 ** (attempt - 1));

/** Lambda reads the stream and writes to the bucket with the function's role. */
const neededPermissions = ({ EventSourceArn, DestinationConfig }: DeclaredStreamMapping) => {
  const bucketArn = DestinationConfig.OnFailure.Destination;
  return [
    ...["DescribeStream", "GetRecords", "GetShardIterator"].map((operation) => ({
      action: `dynamodb:${operation}`,
      resource: EventSourceArn,
    })),
    { action: "s3:PutObject", resource: `${bucketArn}/aws/lambda/*` },
    { action: "s3:ListBucket", resource: bucketArn },
  ];
};
