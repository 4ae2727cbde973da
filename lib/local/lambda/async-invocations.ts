import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { requireGrants } from "../iam/iam-policy.ts";
import {
  type DeclaredAsyncInvocation,
  type DeclaredFunction,
  findTarget,
} from "../template/declared-stack.ts";

/** AWS waits minutes before each retry. */
const RETRY_MILLISECONDS = 1_000;
const DEFAULT_RETRIES = 2;

type AsyncInvocationsOptions = {
  readonly functions: readonly DeclaredFunction[];
  readonly declared: readonly DeclaredAsyncInvocation[];
  readonly invoke: (functionName: string, payload: string) => Promise<unknown>;
  readonly sendToQueue: (queueArn: string, body: string) => void;
  readonly log: (line: string) => void;
};

/** Lambda's asynchronous invocations: retried as declared, and then sent to the declared on-failure destination. */
export class AsyncInvocations {
  readonly #options: AsyncInvocationsOptions;
  #stopped = false;

  /** @throws StartError if a function's role may not send to its destination */
  constructor(options: AsyncInvocationsOptions) {
    this.#options = options;
    for (const { id, FunctionName, DestinationConfig } of options.declared)
      if (DestinationConfig)
        requireGrants(id, findTarget(options, { id, FunctionName }), [
          { action: "sqs:SendMessage", resource: DestinationConfig.OnFailure.Destination },
        ]);
  }

  /** Resolves when the event is processed or discarded; never once stopped, so that nothing counts as either. */
  async invoke(functionName: string, event: unknown): Promise<void> {
    const { declared, log, sendToQueue } = this.#options;
    const settings = declared.find(({ FunctionName }) => FunctionName === functionName);
    const invocations = 1 + (settings?.MaximumRetryAttempts ?? DEFAULT_RETRIES);
    const payload = JSON.stringify(event);
    for (let count = 1; count <= invocations; count++) {
      if (count > 1) await sleep(RETRY_MILLISECONDS);
      if (await this.#succeeds(functionName, payload)) return;
    }
    log(`async  ${functionName} failed every attempt: its event is discarded`);
    const destination = settings?.DestinationConfig?.OnFailure.Destination;
    if (destination) sendToQueue(destination, JSON.stringify(discardRecord(event, invocations)));
  }

  async #succeeds(functionName: string, payload: string): Promise<boolean> {
    try {
      await this.#options.invoke(functionName, payload);
      return true;
    } catch {
      return this.#stopped ? new Promise(() => {}) : false;
    }
  }

  stop() {
    this.#stopped = true;
  }
}

/** What the on-failure destination receives (Lambda Developer Guide, "Destinations"). */
const discardRecord = (requestPayload: unknown, approximateInvokeCount: number) => ({
  version: "1.0",
  timestamp: new Date().toISOString(),
  requestContext: {
    requestId: randomUUID(),
    condition: "RetriesExhausted",
    approximateInvokeCount,
  },
  requestPayload,
  responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
});
