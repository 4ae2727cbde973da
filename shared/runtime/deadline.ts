import { AsyncLocalStorage } from "node:async_hooks";
import { setMaxListeners } from "node:events";

const signals = new AsyncLocalStorage<AbortSignal>();

/** The signal that aborts what the current invocation still waits for; undefined where no deadline applies. */
export const deadlineSignal = (): AbortSignal | undefined => signals.getStore();

/**
 * Runs an action whose waits and AWS calls end after `milliseconds`, and in any case when the action ends: nothing may
 * continue after the response.
 */
export const runWithDeadline = async <Value>(
  milliseconds: number,
  action: () => Promise<Value>,
): Promise<Value> => {
  const controller = new AbortController();
  // Each call that is under way listens; more than ten at once are no leak.
  setMaxListeners(0, controller.signal);
  const timer = setTimeout(() => controller.abort(), Math.max(0, milliseconds));
  try {
    return await signals.run(controller.signal, action);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
};

type CallOptions = { readonly abortSignal?: unknown };

/** The part of an AWS client that sends its requests. */
type AwsClient = {
  readonly config: {
    readonly requestHandler: { handle(request: never, options?: CallOptions): Promise<unknown> };
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
