import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import * as z from "zod";
import { type Deployment, physicalIdOf } from "../deployment.ts";
import { REPLAYED, type ReplayOutcome } from "./dead-letter.ts";

/** Allows about half a minute of repeats of a throttled call. */
const ATTEMPTS_MAXIMUM = 8;

const result = z.object({ batchItemFailures: z.array(z.unknown()).default([]) }).nullable();
const failure = z.object({ errorType: z.string() });

/**
 * Invokes a function and waits for its result.
 * @param functionPath the function's path of construct ids, joined
 * @throws Error if Lambda does not invoke it
 */
export const invoker = (deployment: Deployment, functionPath: string) => {
  const client = new LambdaClient({ ...deployment.clientConfig, maxAttempts: ATTEMPTS_MAXIMUM });
  const FunctionName = physicalIdOf(deployment, "AWS::Lambda::Function", functionPath);
  return async (event: unknown): Promise<ReplayOutcome> => {
    const { FunctionError, Payload } = await client.send(
      new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }),
    );
    const payload: unknown = JSON.parse(Payload?.transformToString() || "null");
    if (FunctionError !== undefined)
      return failed(failure.safeParse(payload).data?.errorType ?? FunctionError);
    const failures = result.safeParse(payload).data?.batchItemFailures.length ?? 0;
    return failures === 0 ? REPLAYED : failed("the function reports items that failed");
  };
};

/** Omits the error's message, which may quote its input. */
const failed = (note: string): ReplayOutcome => ({ result: "failed", note });
