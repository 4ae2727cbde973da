import { createRequire } from "node:module";
import { format } from "node:util";
import { parentPort, workerData } from "node:worker_threads";
import type {
  FunctionOutput,
  InvocationOutcome,
  InvocationRequest,
  RuntimeOptions,
} from "./function-worker.ts";

/** Runs in a function's worker thread: loads the bundle and calls its handler, as Lambda's runtime does. */

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const { file, handlerName, functionName }: RuntimeOptions = workerData;

const createContext = ({ requestId, deadlineEpochMilliseconds }: InvocationRequest) => ({
  awsRequestId: requestId,
  functionName,
  getRemainingTimeInMillis: () => Math.max(0, deadlineEpochMilliseconds - Date.now()),
});

const invokeHandler = async (request: InvocationRequest, handler: Handler): Promise<InvocationOutcome> => {
  // the SDK reads this variable at each call
  process.env._X_AMZN_TRACE_ID = request.traceHeader;
  try {
    const result = await handler(JSON.parse(request.payload), createContext(request));
    return { result: JSON.stringify(result) ?? "null" };
  } catch (error) {
    return { failure: format(error) };
  }
};

/** Posts output to the host. A worker's stdout is a stream on both sides, and needs several messages for each write. */
const write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
  const output = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  parentPort?.postMessage({ output } satisfies FunctionOutput);
  const onWritten = rest.at(-1);
  if (typeof onWritten === "function") onWritten();
  return true;
};

process.stdout.write = write;

/** Writes one line for each log record, as CloudWatch Logs shows it. */
const writeRecord = (...parts: unknown[]) => {
  const texts = parts.map((part) => {
    if (part instanceof Error) return format(part);
    return typeof part === "object" ? JSON.stringify(part) : String(part);
  });
  write(texts.join(" ").replaceAll("\n", " | "));
};

for (const level of ["log", "debug", "info", "warn", "error", "trace"] as const) console[level] = writeRecord;

const handler: Handler = createRequire(file)(file)[handlerName];
if (typeof handler !== "function") throw new Error(`The bundle exports no function ${handlerName}.`);

parentPort?.on("message", async (request: InvocationRequest) => {
  parentPort?.postMessage(await invokeHandler(request, handler));
});
