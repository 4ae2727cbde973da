import { AsyncLocalStorage } from "node:async_hooks";

/** What an invocation is about: the log names it in every line, and the changes that it stores name its request. */
type Invocation = {
  /** The function's name in `functions/`. */
  readonly function: string;
  /** Whether it is the instance's first invocation. */
  readonly coldStart: boolean;
  /** The `X-Request-Id` of the response. */
  readonly requestId?: string;
  firmId?: string;
  keyId?: string;
  /** The change that the request stores; of a request that fails, the one that it meant to store. */
  changeId?: string;
};

/** Decides nothing and is passed by nobody: a line must not lack it because one layer did not pass it on. */
const invocations = new AsyncLocalStorage<Invocation>();

let isFirst = true;

/** Runs the invocation of a function whose log lines and changes name it. */
export const runInvocation = <Value>(
  about: Pick<Invocation, "function" | "requestId">,
  action: () => Promise<Value>,
): Promise<Value> => {
  const coldStart = isFirst;
  isFirst = false;
  return invocations.run({ ...about, coldStart }, action);
};

/** Empty outside an invocation. */
export const currentInvocation = (): Partial<Invocation> => invocations.getStore() ?? {};

/** Adds what the invocation has learned about itself. */
export const describeInvocation = (fields: Pick<Invocation, "firmId" | "keyId" | "changeId">) => {
  Object.assign(currentInvocation(), fields);
};
