import { expect, jest } from "@jest/globals";

/** A race that fails once has failed: a second try would hide the one booking in a thousand that is double. */
const RACE = /-(races|soak)\.test/;

// A busy machine can make any wait too short. What failed the first time is printed.
if (!RACE.test(expect.getState().testPath ?? "")) jest.retryTimes(1, { logErrorsBeforeRetry: true });
