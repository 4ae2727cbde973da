import { setTimeout as sleep } from "node:timers/promises";
import type { DeclaredAsyncInvocation } from "../template/declared-stack.ts";
import { StoppingError } from "./function-worker.ts";

/** AWS waits minutes before each retry. */
const RETRY_MILLISECONDS = 1_000;
const DEFAULT_RETRIES = 2;

type AsyncInvocationsOptions = {
  readonly declared: readonly DeclaredAsyncInvocation[];
  readonly invoke: (functionName: string, payload: string) => Promise<unknown>;
  readonly sendToQueue: (queueArn: string, body: string) => void;
  readonly log: (line: string) => void;
};

/**
 * Runs Lambda's asynchronous invocations: retries them as declared, then sends them to the on-failure destination.
 * @returns a function that resolves when the event is processed or discarded
 */
export const asyncInvocations = ({ declared, invoke, sendToQueue, log }: AsyncInvocationsOptions) => {
  const isProcessed = async (functionName: string, payload: string, retries: number): Promise<boolean> => {
    try {
      await invoke(functionName, payload);
      return true;
    } catch (error) {
      // the next start begins with the schedules and the stream's last position
      if (error instanceof StoppingError) return true;
      if (retries === 0) return false;
      await sleep(RETRY_MILLISECONDS);
      return isProcessed(functionName, payload, retries - 1);
    }
  };
  return async (functionName: string, event: object): Promise<void> => {
    const { MaximumRetryAttempts = DEFAULT_RETRIES, DestinationConfig } =
      declared.find(({ FunctionName }) => FunctionName === functionName) ?? {};
    if (await isProcessed(functionName, JSON.stringify(event), MaximumRetryAttempts)) return;
    log(`async  ${functionName} failed every attempt: its event is discarded`);
    if (DestinationConfig)
      sendToQueue(DestinationConfig.OnFailure.Destination, JSON.stringify(discardRecord(event)));
  };
};

/**
 * Returns the part of a destination's record (Lambda Developer Guide, "Destinations") that the operator's commands
 * read.
 */
const discardRecord = (requestPayload: object) => ({
  requestContext: { condition: "RetriesExhausted" },
  requestPayload,
});
