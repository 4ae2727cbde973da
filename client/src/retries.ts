import type { ClientSettings } from "./client-options.ts";
import { IntakeApiError, IntakeNetworkError, IntakeResponseError, isUnsent, TimeoutError } from "./errors.ts";
import { lostAnswerOf } from "./lost-answers.ts";
import type { Call } from "./request.ts";
import type { RequestOptions } from "./request-options.ts";
import { sleep } from "./sleep.ts";

const RETRY_DELAY_MILLISECONDS = 500;

/** The service, or a gateway before it, failed from this status on. It may have done what was asked before. */
const FAILED = 500;
const RATE_LIMITED = 429;

/** Counts the tries of a call, also those that follow a look at its outcome. */
export type Tries = { made: number };

const isAnswer = (error: unknown) => error instanceof IntakeApiError || error instanceof IntakeResponseError;

/** Returns true if the service may have performed the call without the caller's getting its answer. */
export const isLost = (error: unknown): boolean => {
  if (error instanceof IntakeNetworkError) return !isUnsent(error);
  return error instanceof TimeoutError || (isAnswer(error) && error.status >= FAILED);
};

/**
 * Returns true if a request may be sent again. A request that was refused unread, with 429, or never sent always may.
 * After another fault, it may if `lostAnswerOf` allows a repetition without a look at the outcome.
 */
export const mayRepeat = (error: unknown, call: Call, headers: Headers): boolean =>
  isUnread(error) || (isLost(error) && isRepeatable(call, headers));

/** Returns true if the service has not looked at the request. */
export const isUnread = (error: unknown): boolean =>
  isUnsent(error) || (isAnswer(error) && error.status === RATE_LIMITED);

const isRepeatable = ({ id, input }: Call, headers: Headers): boolean => {
  const { way } = lostAnswerOf(id, input);
  return way === "repeated" || (way === "repeatedWithKey" && headers.has("Idempotency-Key"));
};

/**
 * Waits as long as the service asks, or longer with each try.
 * @returns false after the last try, or if the service asks for too long a wait
 */
export const waitForRepetition = async (
  settings: ClientSettings,
  { maxRetries = settings.maxRetries, signal }: RequestOptions,
  { made }: Tries,
  error: unknown,
): Promise<boolean> => {
  const askedSeconds = isAnswer(error) ? error.retryAfterSeconds : null;
  if (made > maxRetries || (askedSeconds ?? 0) > settings.maxRetryAfterSeconds) return false;
  const delay = Math.random() * RETRY_DELAY_MILLISECONDS * 2 ** (made - 1);
  await sleep(askedSeconds === null ? delay : askedSeconds * 1_000, signal ?? undefined);
  return true;
};
