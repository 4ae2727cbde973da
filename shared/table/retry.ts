import { setTimeout as sleep } from "node:timers/promises";
import { deadlineSignal, monotonicMilliseconds, remainingMilliseconds } from "../runtime/deadline.ts";
import { AppError } from "../schema/app-error.ts";
import type { Item } from "./record-keys.ts";

const BASE_MILLISECONDS = 20;
const CAP_MILLISECONDS = 6_000;
/** The time in which an operation is tried. Tests prolong it, because many requests at once share one machine there. */
export const TRIES = { milliseconds: 15_000 };
/** A later try could be aborted at the invocation's deadline, with an unknown result of its write. */
const LAST_TRY_MILLISECONDS = 4_000;

/**
 * Thrown when the records read do not fit together, or one has changed before the write. Everything is read and decided
 * again.
 */
export class ReadAgain extends Error {
  /** The existing item that a write met where it expected none. */
  readonly found: Item | undefined;

  constructor(found?: Item) {
    super("The records have changed since they were read.");
    this.found = found;
  }
}

/** One of several tries. */
export type Attempt = {
  readonly isFirst: boolean;
  /** The item that the previous try met a moment ago. */
  readonly found?: Item | undefined;
};

export const FIRST_ATTEMPT: Attempt = { isFirst: true };

/**
 * Repeats an operation that throws `ReadAgain`: at once with the item in the error, otherwise after a wait with full
 * jitter. The writers of an item succeed one by one, so the remaining time limits the tries, not their number. A slow
 * try shows that the store or this instance is busy, so it lengthens the wait, at most to the time of the last try.
 * @throws AppError `unavailable` when it is too late for another try
 */
export const retryReads = async <Value>(operation: (attempt: Attempt) => Promise<Value>): Promise<Value> => {
  const milliseconds = Math.min(TRIES.milliseconds, remainingMilliseconds() - LAST_TRY_MILLISECONDS);
  const giveUpAt = monotonicMilliseconds() + milliseconds;
  let attempt: Attempt = FIRST_ATTEMPT;
  for (let number = 1; ; number++) {
    const startedAt = monotonicMilliseconds();
    try {
      return await operation(attempt);
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
      attempt = { isFirst: false, found: error.found };
    }
    const failedAt = monotonicMilliseconds();
    if (failedAt >= giveUpAt) break;
    const wait = Math.min(waitAfter(attempt, number, failedAt - startedAt), giveUpAt - failedAt);
    await sleep(wait, undefined, { signal: deadlineSignal() });
  }
  throw new AppError("unavailable", "Too many writes at once. Try again.");
};

/** Returns 0 for an item that a write has met, since a wait would only make it old. */
const waitAfter = ({ found }: Attempt, tries: number, milliseconds: number): number => {
  if (found !== undefined) return 0;
  const base = Math.max(BASE_MILLISECONDS, 2 * milliseconds);
  return Math.random() * Math.min(CAP_MILLISECONDS, base * 2 ** tries);
};

const TRANSIENT = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "LimitExceededException",
  "TransactionConflictException",
  "TransactionInProgressException",
  "InternalServerError",
  "ServiceUnavailable",
  "TimeoutError",
  // The invocation's deadline.
  "AbortError",
  "NetworkingError",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
const TRANSIENT_REASONS = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** Returns whether the store could not serve the call, so that the same call may succeed later. */
export const isStoreUnavailability = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (TRANSIENT.has(error.name) || ("code" in error && TRANSIENT.has(String(error.code)))) return true;
  return cancellationCodes(error).some((code) => TRANSIENT_REASONS.has(code));
};

/** Returns one code for each item of a canceled transaction. */
const cancellationCodes = (error: Error): string[] => {
  if (!("CancellationReasons" in error) || !Array.isArray(error.CancellationReasons)) return [];
  return error.CancellationReasons.map(({ Code }) => String(Code));
};
