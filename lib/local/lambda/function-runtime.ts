import { createRequire } from "node:module";
import { format } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import type { InvocationAnswer, InvocationRequest, RuntimeSetting } from "./function-worker.ts";

/** What runs inside a function's thread: as Lambda's runtime does, it loads the bundle and calls its handler. */

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const { file, handlerName, functionName, memoryMegabytes }: RuntimeSetting = workerData;

const contextOf = ({ requestId, deadlineEpochMilliseconds }: InvocationRequest) => ({
  awsRequestId: requestId,
  callbackWaitsForEmptyEventLoop: true,
  functionName,
  functionVersion: "$LATEST",
  invokedFunctionArn: `arn:aws:lambda:${process.env.AWS_REGION}:000000000000:function:${functionName}`,
  logGroupName: `/aws/lambda/${functionName}`,
  logStreamName: "local",
  memoryLimitInMB: String(memoryMegabytes),
  getRemainingTimeInMillis: () => Math.max(0, deadlineEpochMilliseconds - Date.now()),
});

const failure = (error: unknown) =>
  error instanceof Error
    ? { type: error.name, message: error.message, stack: format(error) }
    : { type: "Unknown", message: String(error), stack: format(error) };

const answer = async (request: InvocationRequest, handler: Handler): Promise<InvocationAnswer> => {
  try {
    const result = await handler(JSON.parse(request.event), contextOf(request));
    return { result: JSON.stringify(result) ?? "null" };
  } catch (error) {
    return { failure: failure(error) };
  }
};

/** One line for each record, as the log service has it. */
const writeRecord = (...parts: unknown[]) => {
  const texts = parts.map((part) => {
    if (part instanceof Error) return format(part);
    return typeof part === "object" ? JSON.stringify(part) : String(part);
  });
  process.stdout.write(`${texts.join(" ").replaceAll("\n", " | ")}\n`);
};

for (const level of ["log", "debug", "info", "warn", "error", "trace"] as const) console[level] = writeRecord;

const handler: Handler = createRequire(file)(file)[handlerName];
if (typeof handler !== "function") throw new Error(`The bundle exports no function ${handlerName}.`);

parentPort?.on("message", async (request: InvocationRequest) => {
  parentPort?.postMessage(await answer(request, handler));
});
