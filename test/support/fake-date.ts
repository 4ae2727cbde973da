import { jest } from "@jest/globals";

/** Sets the clock that `Date` reads, which stands still from here on; timers go on as ever. */
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
