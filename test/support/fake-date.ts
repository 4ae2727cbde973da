import { afterEach, jest } from "@jest/globals";

afterEach(() => {
  jest.useRealTimers();
});

/** Freezes `Date` at `now` (epoch milliseconds) until the end of the test; timers keep running in real time. */
export const fakeDate = (now: number) =>
  jest.useFakeTimers({
    now,
    doNotFake: [
      "hrtime",
      "nextTick",
      "performance",
      "queueMicrotask",
      "setImmediate",
      "clearImmediate",
      "setInterval",
      "clearInterval",
      "setTimeout",
      "clearTimeout",
    ],
  });

/** Moves the frozen date forward by milliseconds from now. */
export const advanceDate = (milliseconds: number) => fakeDate(Date.now() + milliseconds);
