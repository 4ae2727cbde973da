import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { failedItemIdentifiers } from "../lambda/batch-response.ts";
import type { DeclaredStreamMapping } from "../template/declared-stack.ts";
import type { StreamRecord, TableStream } from "./table-stream.ts";

/** Backoff after a failed batch; AWS waits longer. */
const RETRY_MILLISECONDS = { first: 100, maximum: 2_000 };
/** Backoff between reads of a stream without new records; a write through the local endpoint ends the wait. */
const IDLE_MILLISECONDS = { first: 25, maximum: 1_000 };
const ERROR_PAUSE_MILLISECONDS = 1_000;

type StreamMappingOptions = {
  readonly declared: DeclaredStreamMapping;
  readonly stream: TableStream;
  readonly invoke: (functionName: string, payload: string) => Promise<unknown>;
  readonly putObject: (bucketArn: string, key: string, body: string) => void;
  /** Resolves when all work that an invocation started in memory is done. Until then, a record is not processed. */
  readonly settled: () => Promise<void>;
  readonly log: (line: string) => void;
  readonly idleMilliseconds?: typeof IDLE_MILLISECONDS;
};

/** Invokes a function with a table's changes, batch by batch and in order, until stopped. */
export class StreamMapping {
  readonly id: string;
  /** The outcome of the last batch, in Lambda's words. */
  lastProcessingResult = "No records processed";
  readonly #options: StreamMappingOptions;
  readonly #stopping = new AbortController();
  readonly #signal = this.#stopping.signal;
  readonly #aborted = once(this.#signal, "abort");
  readonly #loop: Promise<void>;
  #onDrained: (() => void)[] = [];
  #emptyReads = 0;
  #endWait = () => {};

  constructor(options: StreamMappingOptions) {
    this.id = options.declared.id;
    this.#options = options;
    this.#loop = this.#run();
  }

  /** Ends the current wait, because the stream may have new records. */
  wake() {
    this.#emptyReads = 0;
    this.#endWait();
  }

  /** Resolves when no record is left to read and all work that the records started is done. */
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
    while (!this.#signal.aborted) {
      const asked = this.#onDrained.splice(0);
      if (await this.#isDrained()) {
        for (const resolve of asked) resolve();
        this.#emptyReads += 1;
        const { idleMilliseconds = IDLE_MILLISECONDS } = this.#options;
        await this.#wait(backoff(idleMilliseconds, this.#emptyReads));
      } else {
        this.#onDrained.push(...asked);
      }
    }
  }

  /**
   * Processes the next records.
   * @returns true if there were none
   */
  async #isDrained(): Promise<boolean> {
    const { declared, stream, log } = this.#options;
    try {
      const records = await stream.read(declared.BatchSize);
      await this.#process(records);
      return records.length === 0;
    } catch (error) {
      if (this.#signal.aborted) return false;
      log(`stream  ${error}`);
      await this.#wait(ERROR_PAUSE_MILLISECONDS);
      return false;
    }
  }

  #wait(milliseconds: number) {
    return new Promise<void>((resolve) => {
      if (this.#signal.aborted) return resolve();
      const timer = setTimeout(resolve, milliseconds);
      this.#endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Processes records, and repeats from the first failed one. Lambda would also bisect a batch that failed as a whole. */
  async #process(records: readonly StreamRecord[]) {
    const { Filters } = this.#options.declared.FilterCriteria;
    let remaining = records.filter((record) => Filters.some((matches) => matches(record)));
    for (let failures = 0; remaining.length > 0; ) {
      const succeeded = await this.#invoke(remaining);
      await this.#checkpoint(remaining[succeeded - 1]);
      failures = succeeded > 0 ? 1 : failures + 1;
      remaining = remaining.slice(succeeded);
      if (remaining.length > 0 && !(await this.#isRetried(remaining, failures))) break;
    }
    await this.#checkpoint(records.at(-1));
  }

  /** @returns the number of records before the first failed one; 0 if the function fails, or reports an unknown record */
  async #invoke(records: readonly StreamRecord[]): Promise<number> {
    const { declared, invoke } = this.#options;
    try {
      const response = await this.#unlessStopped(
        invoke(declared.FunctionName, JSON.stringify({ Records: records })),
      );
      const indexes = failedItemIdentifiers(response).map((sequenceNumber) =>
        records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === sequenceNumber),
      );
      return Math.max(0, Math.min(...indexes, records.length));
    } catch {
      this.#signal.throwIfAborted();
      return 0;
    }
  }

  async #checkpoint(last: StreamRecord | undefined) {
    const { settled, stream } = this.#options;
    if (!last) return;
    await this.#unlessStopped(settled());
    stream.checkpoint(last);
    this.lastProcessingResult = "OK";
  }

  async #unlessStopped<Result>(work: Promise<Result>) {
    const result = await Promise.race([work, this.#aborted]);
    this.#signal.throwIfAborted();
    return result;
  }

  /** Waits before a retry, or discards records that are out of retries. */
  async #isRetried(records: readonly StreamRecord[], failures: number): Promise<boolean> {
    const { declared, log } = this.#options;
    if (failures > declared.MaximumRetryAttempts) {
      log(`stream  ${declared.FunctionName} discards ${records.length} records`);
      this.#discard(records);
      return false;
    }
    this.lastProcessingResult = "PROBLEM: Function call failed";
    const milliseconds = backoff(RETRY_MILLISECONDS, failures);
    log(`stream  ${declared.FunctionName} failed, retrying in ${milliseconds} ms`);
    await sleep(milliseconds, undefined, { signal: this.#signal });
    return true;
  }

  /** Writes the part of Lambda's record in the bucket that the operator's commands read. */
  #discard(records: readonly StreamRecord[]) {
    const { declared, putObject } = this.#options;
    const key = `aws/lambda/${declared.id}/${new Date().toISOString()}-${randomUUID()}`;
    const contents = {
      requestContext: { condition: "RetryAttemptsExhausted" },
      payload: { Records: records },
    };
    putObject(declared.DestinationConfig.OnFailure.Destination, key, JSON.stringify(contents));
  }
}

const backoff = ({ first, maximum }: { first: number; maximum: number }, attempt: number) =>
  Math.min(maximum, first * 2 ** (attempt - 1));
