import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";

/**
 * Milliseconds of a clock that nobody sets, from an arbitrary start. `performance.now` would load `perf_hooks` with an
 * instance's first request.
 */
export const monotonicMilliseconds = (): number => Number(process.hrtime.bigint()) / 1e6;

type Deadline = { readonly signal: AbortSignal; readonly endsAtMilliseconds: number };

const deadlines = new AsyncLocalStorage<Deadline>();

/** The signal that aborts what the current invocation still waits for; undefined where no deadline applies. */
export const deadlineSignal = (): AbortSignal | undefined => deadlines.getStore()?.signal;

/** Until the current invocation's deadline; infinite where none applies. */
export const remainingMilliseconds = (): number =>
  (deadlines.getStore()?.endsAtMilliseconds ?? Number.POSITIVE_INFINITY) - monotonicMilliseconds();

/** One for all: without a reason, each abort makes an exception with a stack trace. */
const OVER = new Error("The invocation is over.");

/**
 * Runs an action whose waits and AWS calls end after `milliseconds`, and in any case when the action ends: nothing may
 * continue after the response.
 */
export const runWithDeadline = async <Value>(
  milliseconds: number,
  action: () => Promise<Value>,
): Promise<Value> => {
  const controller = new AbortController();
  // Every AWS call and wait of the invocation listens.
  setMaxListeners(0, controller.signal);
  const endsAtMilliseconds = monotonicMilliseconds() + milliseconds;
  const timer = setTimeout(() => controller.abort(OVER), Math.max(0, milliseconds));
  try {
    return await deadlines.run({ signal: controller.signal, endsAtMilliseconds }, action);
  } finally {
    clearTimeout(timer);
    controller.abort(OVER);
  }
};

type CallOptions = { readonly abortSignal?: unknown };

/** The part of an AWS client that sends its requests. */
export type AwsClient<Request = never> = {
  readonly config: {
    readonly requestHandler: { handle(request: Request, options?: CallOptions): Promise<unknown> };
  };
};

/** Makes each call of an AWS client end with the deadline of the invocation that makes it. */
export const endCallsAtDeadline = <Client extends AwsClient>(client: Client): Client => {
  const { requestHandler } = client.config;
  const handle = requestHandler.handle.bind(requestHandler);
  requestHandler.handle = (request, options) =>
    handle(request, { abortSignal: deadlineSignal(), ...options });
  return client;
};

/** What the SDK declares a logger to have; it calls only what is there. */
type Logger = Record<"debug" | "info" | "warn" | "error", () => void>;

/**
 * A logger without `info` and `error`. One that has them, also the SDK's own that does nothing, is given a copy of every
 * input and output: a fifth of the processor time of a list.
 */
const logger = { debug: () => {}, warn: () => {} } as Logger;

/** Calls that one client makes at a time; the SDK would keep all over 50 waiting for a connection. */
export const CONCURRENT_CALLS = 100;

/**
 * How every AWS client of a function waits and retries. Throttling backs off for seconds at four tries, longer than a
 * caller wants to wait for a 503; without `throwOnRequestTimeout` a timeout only warns.
 */
export const AWS_CLIENT_DEFAULTS = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    throwOnRequestTimeout: true,
    httpsAgent: { maxSockets: CONCURRENT_CALLS },
    httpAgent: { maxSockets: CONCURRENT_CALLS },
  },
  logger,
};
