import { setTimeout as sleep } from "node:timers/promises";
import { deadlineSignal, monotonicMilliseconds, remainingMilliseconds } from "../runtime/deadline.ts";
import { AppError } from "../schema/app-error.ts";
import type { Item } from "./record-keys.ts";

const BASE_MILLISECONDS = 20;
const CAP_MILLISECONDS = 6_000;
const RETRY_MILLISECONDS = 15_000;
/** A try that begins later may be aborted at the invocation's deadline, and nobody would know what it wrote. */
const LAST_TRY_MILLISECONDS = 4_000;

/**
 * Thrown when the records read cannot have been so at one moment, or when one has changed before the write: everything is
 * read and decided again.
 */
export class ReadAgain extends Error {
  /** The item that a write has met where it expected none. */
  readonly found: Item | undefined;

  constructor(found?: Item) {
    super("The records have changed since they were read.");
    this.found = found;
  }
}

/** One of several tries. */
export type Attempt = {
  readonly isFirst: boolean;
  /** The item that the try before has met a moment ago. */
  readonly found?: Item | undefined;
};

export const FIRST_ATTEMPT: Attempt = { isFirst: true };

/**
 * Repeats what throws `ReadAgain`: at once with the item that it names, otherwise with full jitter between the tries. All
 * writers of an item make progress one by one, so the time that is left decides, not a number of tries. A slow try shows
 * that the store or this instance is busy, so it makes the wait longer.
 * @throws AppError `unavailable` when it is too late for another try
 */
export const retryReads = async <Value>(operation: (attempt: Attempt) => Promise<Value>): Promise<Value> => {
  const milliseconds = Math.min(RETRY_MILLISECONDS, remainingMilliseconds() - LAST_TRY_MILLISECONDS);
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
    const wait = waitAfter(attempt, number, monotonicMilliseconds() - startedAt);
    if (monotonicMilliseconds() + wait > giveUpAt) break;
    await sleep(wait, undefined, { signal: deadlineSignal() });
  }
  throw new AppError("unavailable", "Too many writes at once. Try again.");
};

/** An item that a write has met says how it is now: only a wait would make it old. */
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

/** Whether the store could not serve the call, so that the same call may succeed later. */
export const isStoreUnavailability = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (TRANSIENT.has(error.name) || ("code" in error && TRANSIENT.has(String(error.code)))) return true;
  return cancellationCodes(error).some((code) => TRANSIENT_REASONS.has(code));
};

/** One code for each item of a canceled transaction. */
const cancellationCodes = (error: Error): string[] => {
  if (!("CancellationReasons" in error) || !Array.isArray(error.CancellationReasons)) return [];
  return error.CancellationReasons.map(({ Code }) => String(Code));
};
