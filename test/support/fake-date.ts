import { jest } from "@jest/globals";

/** Freezes `Date` at `now` (epoch milliseconds); timers keep running in real time. */
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
