import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { interceptStoreCalls, type StoreCall } from "./store-calls.ts";
import { sdkError, transactionCanceled } from "./store-faults.ts";

/** One invocation, and what happens at one of its calls. */
type Invocation = { readonly fault: FaultName; readonly at: number; calls: number; isKilled: boolean };

type Fault = (call: StoreCall, invocation: Invocation) => Promise<unknown>;

const kill = (invocation: Invocation): never => {
  invocation.isKilled = true;
  throw new Error("The invocation was killed.");
};

const FAULTS = {
  "is not sent": () => Promise.reject(sdkError("ECONNRESET")),
  "is throttled": ({ name }) =>
    Promise.reject(
      name === "TransactWrite" ? transactionCanceled("ThrottlingError") : sdkError("ThrottlingException"),
    ),
  "is done without an answer": async ({ send }) => {
    await send();
    throw sdkError("TimeoutError");
  },
  /** As the SDK does when the answer is lost. */
  "is repeated": async ({ name, input, send }) => {
    if (name === "TransactWrite") input.ClientRequestToken = randomUUID();
    await send().catch(() => {});
    return send();
  },
  "is never made": async (_, invocation) => kill(invocation),
  "is the last": async ({ send }, invocation) => {
    await send();
    return kill(invocation);
  },
} satisfies Record<string, Fault>;

type FaultName = keyof typeof FAULTS;
const NAMES = Object.keys(FAULTS) as FaultName[];

/** The share of invocations to which something happens: few enough that repeats succeed. */
const SHARE = 0.3;

/** Makes one call to the store of many an invocation fail, at random, until the mocks are restored. */
export const disturbCalls = (random: () => number) => {
  const invocations = new AsyncLocalStorage<Invocation>();
  const happened = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<FaultName, number>;
  let isOver = false;

  const disturb = (call: StoreCall): Promise<unknown> => {
    const invocation = call.inInvocation(() => invocations.getStore());
    if (invocation === undefined) return call.send();
    if (invocation.isKilled) return Promise.reject(new Error("It was killed before."));
    if (invocation.calls++ !== invocation.at) return call.send();
    happened[invocation.fault] += 1;
    return FAULTS[invocation.fault](call, invocation);
  };
  // Not the leases of keys: requests of one instance share them.
  interceptStoreCalls(disturb);

  return {
    /** How often each fault happened. */
    happened,
    /**
     * Runs an invocation, of which something may happen at one of the first calls.
     * @returns its result; null if it was killed: what it says then reaches nobody
     */
    run: async <Value>(calls: number, action: () => Promise<Value>): Promise<Value | null> => {
      const isDisturbed = !isOver && random() < SHARE;
      const invocation: Invocation = {
        fault: NAMES[Math.floor(random() * NAMES.length)] as FaultName,
        at: isDisturbed ? Math.floor(random() * calls) : Number.POSITIVE_INFINITY,
        ...{ calls: 0, isKilled: false },
      };
      const result = await invocations.run(invocation, action).catch((error: unknown) => {
        if (invocation.isKilled) return null;
        throw error;
      });
      return invocation.isKilled ? null : result;
    },
    /** From now on nothing happens. */
    end: () => {
      isOver = true;
    },
  };
};

export type Faults = ReturnType<typeof disturbCalls>;
