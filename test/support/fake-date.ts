import { afterEach, jest } from "@jest/globals";

afterEach(() => {
  jest.useRealTimers();
});

const OTHERS = [
  "hrtime",
  "nextTick",
  "performance",
  "queueMicrotask",
  "setImmediate",
  "clearImmediate",
  "setInterval",
  "clearInterval",
] as const;

/** Freezes `Date` at `now` (epoch milliseconds) until the end of the test; timers keep running in real time. */
export const fakeDate = (now: number) =>
  jest.useFakeTimers({ now, doNotFake: [...OTHERS, "setTimeout", "clearTimeout"] });

/** Moves the frozen date forward by milliseconds from now. */
export const advanceDate = (milliseconds: number) => fakeDate(Date.now() + milliseconds);

/** Makes timeouts end only by `jest.advanceTimersByTime`, until the end of the test. */
export const fakeTimeouts = () => jest.useFakeTimers({ doNotFake: [...OTHERS, "Date"] });
