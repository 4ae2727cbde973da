import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { requireGrants } from "../iam/require-grants.ts";
import type { StreamRecord } from "../lambda/lambda-record.ts";
import type { DeclaredFunction, DeclaredStreamMapping } from "../template/declared-stack.ts";
import {
  destinationPermissions,
  type FailureDestinations,
  sendDiscardedBatch,
} from "./failure-destination.ts";
import { type BatchSettings, type DiscardedBatch, processBatch } from "./stream-batch.ts";
import type { StreamPage, TableStream } from "./table-stream.ts";

/** Backoff after a failed batch; AWS waits longer. */
const REPROBE_MILLISECONDS = { first: 100, maximum: 2_000 };
/** Backoff between reads of a stream without new records; a write through the local endpoint ends the wait. */
const IDLE_MILLISECONDS = { first: 25, maximum: 1_000 };
const ERROR_PAUSE_MILLISECONDS = 1_000;

type StreamMappingOptions = {
  readonly declared: DeclaredStreamMapping;
  readonly target: DeclaredFunction;
  readonly stream: TableStream;
  readonly invoke: (payload: string) => Promise<unknown>;
  readonly destinations: FailureDestinations;
  readonly log: (line: string) => void;
};

/** Invokes a function with a table's changes, batch by batch, until stopped. */
export class StreamMapping {
  readonly id: string;
  /** What became of the last batch, in the words of Lambda. */
  lastProcessingResult = "No records processed";
  readonly #options: StreamMappingOptions;
  readonly #settings: BatchSettings;
  readonly #signal: AbortSignal;
  readonly #aborted: Promise<unknown>;
  readonly #abort: () => void;
  readonly #loop: Promise<void>;
  #wasWoken = false;
  #endWait: (() => void) | undefined;

  /** @throws StartError if the function's role does not let Lambda read the stream and write to the destination */
  constructor(options: StreamMappingOptions) {
    const { declared } = options;
    requireGrants(declared.id, options.target, neededPermissions(declared));
    const controller = new AbortController();
    this.id = declared.id;
    this.#options = options;
    this.#signal = controller.signal;
    this.#aborted = once(controller.signal, "abort");
    this.#abort = () => controller.abort();
    this.#settings = {
      maxRetryAttempts: declared.MaximumRetryAttempts,
      maxRecordAgeSeconds: declared.MaximumRecordAgeInSeconds,
      bisectsOnError: declared.BisectBatchOnFunctionError,
      reportsItemFailures: declared.FunctionResponseTypes.includes("ReportBatchItemFailures"),
    };
    this.#loop = this.#run();
  }

  /** Ends the current wait, because the stream may have new records. */
  wake() {
    this.#wasWoken = true;
    this.#endWait?.();
  }

  /** Abandons the batch in progress; the next start processes it again. */
  async stop() {
    this.#abort();
    this.wake();
    await this.#loop;
  }

  async #run() {
    let emptyReads = 0;
    while (!this.#signal.aborted) {
      this.#wasWoken = false;
      const hasRecords = await this.#readOnce();
      emptyReads = hasRecords || this.#wasWoken ? 0 : emptyReads + 1;
      if (emptyReads > 0) await this.#wait(backoff(IDLE_MILLISECONDS, emptyReads));
      if (this.#wasWoken) emptyReads = 0;
    }
  }

  /** @returns whether there were new records */
  async #readOnce(): Promise<boolean> {
    const { declared, stream, log } = this.#options;
    try {
      const page = await stream.read(declared.BatchSize);
      if (page) await this.#process(page);
      return page !== undefined;
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

  async #process({ shardId, records }: StreamPage) {
    const { declared, stream } = this.#options;
    const { Filters } = declared.FilterCriteria;
    const matching = records.filter(
      (record) => Filters.length === 0 || Filters.some((matches) => matches(record)),
    );
    if (matching.length > 0) {
      await processBatch(matching, this.#settings, {
        invoke: (batch) => this.#invoke(batch),
        discard: (batch) => this.#discard(batch, shardId),
        checkpoint: (last) => stream.checkpoint(shardId, last),
        pause: (failures) => this.#pause(failures),
      });
      this.lastProcessingResult = "OK";
    }
    const last = records.at(-1);
    if (last) stream.checkpoint(shardId, last);
  }

  async #invoke(batch: readonly StreamRecord[]) {
    const result = await Promise.race([
      this.#options.invoke(JSON.stringify({ Records: batch })),
      this.#aborted,
    ]);
    this.#signal.throwIfAborted();
    return result;
  }

  async #pause(failures: number) {
    this.#signal.throwIfAborted();
    this.lastProcessingResult = "PROBLEM: Function call failed";
    const milliseconds = backoff(REPROBE_MILLISECONDS, failures);
    const { target, log } = this.#options;
    log(`stream  ${target.label} failed, retrying in ${milliseconds} ms`);
    await sleep(milliseconds, undefined, { signal: this.#signal });
  }

  #discard(batch: DiscardedBatch, shardId: string) {
    const { declared, target, stream, destinations, log } = this.#options;
    log(`stream  ${target.label} discards ${batch.records.length} records: ${batch.condition}`);
    const destination = declared.DestinationConfig?.OnFailure.Destination;
    if (!destination) return;
    const origin = {
      mappingId: declared.id,
      shardId,
      streamArn: stream.streamArn,
      functionArn: target.arn,
    };
    sendDiscardedBatch(destination, batch, origin, destinations);
  }
}

const backoff = ({ first, maximum }: { first: number; maximum: number }, attempt: number) =>
  Math.min(maximum, first * 2 ** (attempt - 1));

/** Lambda reads the stream and writes to the destination with the function's role. */
const neededPermissions = ({ EventSourceArn, DestinationConfig }: DeclaredStreamMapping) => [
  ...["DescribeStream", "GetRecords", "GetShardIterator"].map((operation) => ({
    action: `dynamodb:${operation}`,
    resource: EventSourceArn,
  })),
  ...(DestinationConfig ? destinationPermissions(DestinationConfig.OnFailure.Destination) : []),
];
