import timers from "node:timers/promises";
import { ProvisionedThroughputExceededException } from "@aws-sdk/client-dynamodb";
import { jest } from "@jest/globals";
import { AWS_CLIENT_DEFAULTS } from "../../shared/runtime/deadline.ts";
import { TRIES } from "../../shared/table/retry.ts";
import { randomNumbers } from "./random-numbers.ts";
import { interceptStoreCalls, type StoreCall } from "./store-calls.ts";

type Waiting = { readonly until: number; readonly resume: () => void };

type Simulation = {
  readonly callMilliseconds: number;
  readonly seed: number;
  /** Returns true if the store throttles a call at that time. The SDK then repeats the call, which finally fails. */
  readonly isThrottled?: (call: StoreCall, nowMilliseconds: number) => boolean;
};

/** The SDK's base delay after a throttled call, before its next try. */
const THROTTLED_BASE_MILLISECONDS = 500;

/** Prevents real time from ending a request whose time is simulated. */
export const FAR_DEADLINE = { getRemainingTimeInMillis: () => 600_000 };

/**
 * Makes time pass only in calls to the store and in waits between tries, and draws jitter from a seed, so that the
 * machine's load makes no difference. A call takes `callMilliseconds`; then the store serves one after the other. Holds
 * until the mocks are restored.
 * @returns the names of the calls so far
 */
export const simulateTime = ({ callMilliseconds, seed, isThrottled = () => false }: Simulation) => {
  let now = 0;
  let calls = 0;
  let lastCall: Promise<unknown> = Promise.resolve();
  const waiting: Waiting[] = [];
  const names: string[] = [];

  const advance = () => {
    if (calls > 0 || waiting.length === 0) return;
    now = Math.min(...waiting.map(({ until }) => until));
    const isDue = ({ until }: Waiting) => until <= now;
    const due = waiting.filter(isDue);
    waiting.splice(0, waiting.length, ...waiting.filter((each) => !isDue(each)));
    for (const { resume } of due) resume();
  };
  /** Advances once no other work is left at this time. */
  const advanceWhenIdle = () => setImmediate(advance);

  const wait = (milliseconds = 0) =>
    new Promise<void>((resume) => {
      waiting.push({ until: now + milliseconds, resume });
      advanceWhenIdle();
    });

  const callUnthrottled = async (call: StoreCall, attempt = 1): Promise<void> => {
    await wait(callMilliseconds);
    if (!isThrottled(call, now)) return;
    if (attempt === AWS_CLIENT_DEFAULTS.maxAttempts)
      throw new ProvisionedThroughputExceededException({ message: "throttled", $metadata: {} });
    await wait(Math.random() * THROTTLED_BASE_MILLISECONDS * 2 ** (attempt - 1));
    await callUnthrottled(call, attempt + 1);
  };

  // As in the cloud, since this machine makes no difference.
  jest.replaceProperty(TRIES, "milliseconds", 15_000);
  jest.spyOn(process.hrtime, "bigint").mockImplementation(() => BigInt(Math.round(now * 1e6)));
  jest
    .spyOn(timers, "setTimeout")
    .mockImplementation((milliseconds, value) => wait(milliseconds).then(() => value as never));
  jest.spyOn(Math, "random").mockImplementation(randomNumbers(seed));
  interceptStoreCalls(async (storeCall) => {
    names.push(storeCall.name);
    await callUnthrottled(storeCall);
    calls += 1;
    const call = lastCall.then(storeCall.send);
    lastCall = call.catch(() => {});
    return call.finally(() => {
      calls -= 1;
      advanceWhenIdle();
    });
  });
  return names;
};

/** Sends requests at once in simulated time, so that none gives up because this machine is busy. */
export const sendTogether = async <Response>(
  count: number,
  send: (index: number, context: typeof FAR_DEADLINE) => Promise<Response>,
): Promise<Response[]> => {
  simulateTime({ callMilliseconds: 10, seed: 1 });
  const responses = await Promise.all(Array.from({ length: count }, (_, index) => send(index, FAR_DEADLINE)));
  jest.restoreAllMocks();
  return responses;
};
