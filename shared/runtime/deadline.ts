import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";

/**
 * Returns the milliseconds of a clock that is never set, from an arbitrary start. `performance.now` would load
 * `perf_hooks` with an instance's first request.
 */
export const monotonicMilliseconds = (): number => Number(process.hrtime.bigint()) / 1e6;

type Deadline = { readonly signal: AbortSignal; readonly endsAtMilliseconds: number };

const deadlines = new AsyncLocalStorage<Deadline>();

/** Returns the signal that aborts the current invocation's waits and calls; undefined without a deadline. */
export const deadlineSignal = (): AbortSignal | undefined => deadlines.getStore()?.signal;

/** Returns the time until the current invocation's deadline; infinite without one. */
export const remainingMilliseconds = (): number =>
  (deadlines.getStore()?.endsAtMilliseconds ?? Number.POSITIVE_INFINITY) - monotonicMilliseconds();

/** One error for all aborts: each abort without a reason creates an exception with a stack trace. */
const OVER = new Error("The invocation is over.");

/**
 * Runs an action. Its waits and AWS calls end after `milliseconds`, and always when the action ends: nothing may
 * continue after the response.
 */
export const runWithDeadline = async <Value>(
  milliseconds: number,
  action: () => Promise<Value>,
): Promise<Value> => {
  const controller = new AbortController();
  // Every AWS call and wait of the invocation adds a listener.
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
type AwsClient<Request = never> = {
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

/** The SDK's type of a logger. The SDK calls only the methods that exist. */
type Logger = Record<"debug" | "info" | "warn" | "error", () => void>;

/**
 * A logger without `info` and `error`. For a logger that has them, even its own that does nothing, the SDK copies every
 * input and output: a fifth of a list's processor time.
 */
const logger = { debug: () => {}, warn: () => {} } as Logger;

/**
 * The connections of one client, more than the calls of all sweeps together: a call that waits a second for one fails. By
 * default, the SDK has 50.
 */
const CONNECTIONS = 200;

/**
 * The timeouts and retries of every AWS client. With four tries, throttling backs off for seconds, longer than a caller
 * wants to wait for a 503. Without `throwOnRequestTimeout`, a timeout only warns.
 */
export const AWS_CLIENT_DEFAULTS = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    throwOnRequestTimeout: true,
    httpsAgent: { maxSockets: CONNECTIONS },
    httpAgent: { maxSockets: CONNECTIONS },
  },
  logger,
};
