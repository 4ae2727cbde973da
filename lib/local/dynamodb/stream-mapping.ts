import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { StartError } from "../host/start-error.ts";
import { isAllowed } from "../iam/iam-policy.ts";
import type { StreamRecord } from "../lambda/lambda-record.ts";
import { type DeclaredFunction, type DeclaredStreamMapping, nameInArn } from "../template/declared-stack.ts";
import { type BatchRules, deliverBatch, type GivenUp } from "./stream-batch.ts";
import type { StreamPage, TableStream } from "./table-stream.ts";

/** After a failed delivery; AWS takes longer. */
const RETRY_MILLISECONDS = { first: 100, maximum: 2_000 };
/** Between looks at a stream that had nothing new; a write through the local endpoint cuts it short. */
const IDLE_MILLISECONDS = { first: 25, maximum: 1_000 };
const TROUBLE_MILLISECONDS = 1_000;

type StreamMappingOptions = {
  readonly declared: DeclaredStreamMapping;
  readonly target: DeclaredFunction;
  readonly stream: TableStream;
  readonly invoke: (event: { Records: readonly StreamRecord[] }) => Promise<unknown>;
  readonly sendToQueue: (queueName: string, body: string) => void;
  readonly log: (line: string) => void;
};

/** Hands the changes of a table to a function, batch after batch, until it is stopped. */
export class StreamMapping {
  readonly #options: StreamMappingOptions;
  readonly #rules: BatchRules;
  readonly #signal: AbortSignal;
  readonly #aborted: Promise<unknown>;
  readonly #abort: () => void;
  readonly #loop: Promise<void>;
  #wasWoken = false;
  #endRest: (() => void) | undefined;

  /** @throws StartError if the function's role lacks what Lambda needs to read the stream */
  constructor(options: StreamMappingOptions) {
    requireGrants(options);
    const { declared } = options;
    const stopping = new AbortController();
    this.#options = options;
    this.#signal = stopping.signal;
    this.#aborted = once(stopping.signal, "abort");
    this.#abort = () => stopping.abort();
    this.#rules = {
      maximumRetryAttempts: declared.MaximumRetryAttempts,
      maximumRecordAgeSeconds: declared.MaximumRecordAgeInSeconds,
      bisects: declared.BisectBatchOnFunctionError,
      reportsItemFailures: declared.FunctionResponseTypes.includes("ReportBatchItemFailures"),
    };
    this.#loop = this.#run();
  }

  /** There may be something new. */
  wake() {
    this.#wasWoken = true;
    this.#endRest?.();
  }

  /** Leaves a batch under way undone: the next start delivers it again. */
  async stop() {
    this.#abort();
    this.wake();
    await this.#loop;
  }

  async #run() {
    let emptyReads = 0;
    while (!this.#signal.aborted) {
      this.#wasWoken = false;
      const found = await this.#step();
      emptyReads = found || this.#wasWoken ? 0 : emptyReads + 1;
      if (emptyReads > 0) await this.#rest(doubling(IDLE_MILLISECONDS, emptyReads));
      if (this.#wasWoken) emptyReads = 0;
    }
  }

  /** @returns whether there was something new */
  async #step(): Promise<boolean> {
    const { declared, stream, log } = this.#options;
    try {
      const page = await stream.read(declared.BatchSize);
      if (page) await this.#deliver(page);
      return page !== undefined;
    } catch (error) {
      if (this.#signal.aborted) return false;
      log(`stream  ${error}`);
      await this.#rest(TROUBLE_MILLISECONDS);
      return false;
    }
  }

  #rest(milliseconds: number) {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #deliver({ shardId, records }: StreamPage) {
    const { declared, stream } = this.#options;
    const { Filters } = declared.FilterCriteria;
    const wanted = records.filter((record) => Filters.length === 0 || Filters.some((fits) => fits(record)));
    if (wanted.length > 0) {
      await deliverBatch(wanted, this.#rules, {
        invoke: (batch) => this.#invoke(batch),
        giveUp: (batch) => this.#giveUp(batch, shardId),
        checkpoint: (last) => stream.checkpoint(shardId, last),
        pause: (failures) => this.#pause(failures),
      });
    }
    const last = records.at(-1);
    if (last) stream.checkpoint(shardId, last);
  }

  async #invoke(batch: readonly StreamRecord[]) {
    const result = await Promise.race([this.#options.invoke({ Records: batch }), this.#aborted]);
    this.#signal.throwIfAborted();
    return result;
  }

  async #pause(failures: number) {
    this.#signal.throwIfAborted();
    const milliseconds = doubling(RETRY_MILLISECONDS, failures);
    const { target, log } = this.#options;
    log(`stream  ${target.label} failed, again in ${milliseconds} ms`);
    await sleep(milliseconds, undefined, { signal: this.#signal });
  }

  #giveUp(batch: GivenUp, shardId: string) {
    const { declared, target, stream, sendToQueue, log } = this.#options;
    log(`stream  ${target.label} gives up ${batch.records.length} records: ${batch.condition}`);
    const destination = declared.DestinationConfig?.OnFailure.Destination;
    if (!destination) return;
    const message = failureMessage(batch, { shardId, streamArn: stream.streamArn, functionArn: target.arn });
    sendToQueue(nameInArn(destination), JSON.stringify(message));
  }
}

const doubling = ({ first, maximum }: { first: number; maximum: number }, times: number) =>
  Math.min(maximum, first * 2 ** (times - 1));

/** Lambda reads the stream, and sends to the destination, in the function's name. */
const requireGrants = ({ declared, target }: StreamMappingOptions) => {
  const { EventSourceArn, DestinationConfig } = declared;
  const needed = [
    ...["DescribeStream", "GetRecords", "GetShardIterator"].map((operation) => ({
      action: `dynamodb:${operation}`,
      resource: EventSourceArn,
    })),
    ...(DestinationConfig
      ? [{ action: "sqs:SendMessage", resource: DestinationConfig.OnFailure.Destination }]
      : []),
  ];
  const missing = needed.find((permission) => !isAllowed(target.statements, permission));
  if (!missing) return;
  throw new StartError(
    `${declared.id} needs ${missing.action}, which ${target.label}'s role does not grant.`,
  );
};

type Origin = { readonly shardId: string; readonly streamArn: string; readonly functionArn: string };

/** What Lambda sends to the on-failure destination: where the records are, not what they hold. */
const failureMessage = ({ records, condition, invocations }: GivenUp, origin: Origin) => ({
  requestContext: {
    requestId: randomUUID(),
    functionArn: origin.functionArn,
    condition,
    approximateInvokeCount: invocations,
  },
  responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
  version: "1.0",
  timestamp: new Date().toISOString(),
  DDBStreamBatchInfo: {
    shardId: origin.shardId,
    startSequenceNumber: records.at(0)?.dynamodb.SequenceNumber,
    endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
    approximateArrivalOfFirstRecord: arrivalOf(records.at(0)),
    approximateArrivalOfLastRecord: arrivalOf(records.at(-1)),
    batchSize: records.length,
    streamArn: origin.streamArn,
  },
});

const arrivalOf = (record: StreamRecord | undefined) =>
  new Date((record?.dynamodb.ApproximateCreationDateTime ?? 0) * 1_000).toISOString();
