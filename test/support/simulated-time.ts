import timers from "node:timers/promises";
import { jest } from "@jest/globals";
import { randomNumbers } from "./random-numbers.ts";
import { interceptStoreCalls } from "./store-calls.ts";

type Waiting = { readonly until: number; readonly resume: () => void };

/**
 * Lets time pass only in calls to the store and in waits between tries, and draws jitter from a seed, so that it makes
 * no difference how busy this machine is. A call takes `callMilliseconds`; then the store serves one after the other.
 * Holds until the mocks are restored. Returns the names of the calls so far.
 */
export const simulateTime = ({ callMilliseconds, seed }: { callMilliseconds: number; seed: number }) => {
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
  /** Advances once nothing else is left to do at this time. */
  const advanceWhenIdle = () => setImmediate(advance);

  const wait = (milliseconds = 0) =>
    new Promise<void>((resume) => {
      waiting.push({ until: now + milliseconds, resume });
      advanceWhenIdle();
    });

  jest.spyOn(process.hrtime, "bigint").mockImplementation(() => BigInt(Math.round(now * 1e6)));
  jest
    .spyOn(timers, "setTimeout")
    .mockImplementation((milliseconds, value) => wait(milliseconds).then(() => value as never));
  jest.spyOn(Math, "random").mockImplementation(randomNumbers(seed));
  interceptStoreCalls(async ({ name, send }) => {
    names.push(name);
    await wait(callMilliseconds);
    calls += 1;
    const call = lastCall.then(send);
    lastCall = call.catch(() => {});
    return call.finally(() => {
      calls -= 1;
      advanceWhenIdle();
    });
  });
  return names;
};
