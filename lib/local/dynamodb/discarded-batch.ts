import { randomUUID } from "node:crypto";
import type { DiscardedBatch } from "./stream-batch.ts";

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
