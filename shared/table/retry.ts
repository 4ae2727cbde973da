import { setTimeout as sleep } from "node:timers/promises";
import { deadlineSignal, monotonicMilliseconds, remainingMilliseconds } from "../runtime/deadline.ts";
import { AppError } from "../schema/app-error.ts";

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
  constructor() {
    super("The records have changed since they were read.");
  }
}

/**
 * Repeats what throws `ReadAgain`, with full jitter between the tries; it is told their number, from 1. All writers of an
 * item make progress one by one, so the time that is left decides, not a number of tries. A slow try shows that the store
 * or this instance is busy, so it makes the wait longer.
 * @throws AppError `unavailable` when it is too late for another try
 */
export const retryReads = async <Value>(operation: (attempt: number) => Promise<Value>): Promise<Value> => {
  const milliseconds = Math.min(RETRY_MILLISECONDS, remainingMilliseconds() - LAST_TRY_MILLISECONDS);
  const giveUpAt = monotonicMilliseconds() + milliseconds;
  for (let attempt = 1; ; attempt++) {
    const startedAt = monotonicMilliseconds();
    try {
      return await operation(attempt);
    } catch (error) {
      if (!(error instanceof ReadAgain)) throw error;
    }
    const base = Math.max(BASE_MILLISECONDS, 2 * (monotonicMilliseconds() - startedAt));
    const wait = Math.random() * Math.min(CAP_MILLISECONDS, base * 2 ** attempt);
    if (monotonicMilliseconds() + wait > giveUpAt) break;
    await sleep(wait, undefined, { signal: deadlineSignal() });
  }
  throw new AppError("unavailable", "Too many writes at once. Try again.");
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
