import type { ClientSettings } from "./client-options.ts";
import { IntakeApiError, IntakeNetworkError, IntakeResponseError, isUnsent, TimeoutError } from "./errors.ts";
import type { OperationId } from "./generated.ts";
import { lostAnswerOf } from "./lost-answers.ts";
import type { RequestOptions } from "./request-options.ts";
import { sleep } from "./sleep.ts";

const RETRY_DELAY_MILLISECONDS = 500;

/** The service, or a gateway before it, could not answer: what became of the request is not known. */
const UNAVAILABLE = [502, 503, 504];
const RATE_LIMITED = 429;

const isAnswer = (error: unknown) => error instanceof IntakeApiError || error instanceof IntakeResponseError;

/** Whether the service may have done what was asked, without the caller's having its answer. */
export const isLost = (error: unknown): boolean => {
  if (error instanceof IntakeNetworkError) return !isUnsent(error);
  return error instanceof TimeoutError || (isAnswer(error) && UNAVAILABLE.includes(error.status));
};

/**
 * Whether a request is sent again: always when it was refused unread, with 429, or was never sent; after another fault only
 * if `lostAnswerOf` lets it be repeated without a look at what became of it.
 */
export const mayRepeat = (error: unknown, id: OperationId, headers: Headers): boolean => {
  const isUnread = isUnsent(error) || (isAnswer(error) && error.status === RATE_LIMITED);
  return isUnread || (isLost(error) && isRepeatable(id, headers));
};

const isRepeatable = (id: OperationId, headers: Headers): boolean => {
  const { way } = lostAnswerOf(id);
  return way === "repeated" || (way === "repeatedWithKey" && headers.has("Idempotency-Key"));
};

/**
 * Waits as long as the service asks, or longer with each attempt.
 * @returns false when there were enough attempts, or the service asks for too long a wait
 */
export const waitForRepetition = async (
  settings: ClientSettings,
  { maxRetries = settings.maxRetries, signal }: RequestOptions,
  attempt: number,
  error: unknown,
): Promise<boolean> => {
  const askedSeconds = isAnswer(error) ? error.retryAfterSeconds : null;
  if (attempt > maxRetries || (askedSeconds ?? 0) > settings.maxRetryAfterSeconds) return false;
  const delay = Math.random() * RETRY_DELAY_MILLISECONDS * 2 ** (attempt - 1);
  await sleep(askedSeconds === null ? delay : askedSeconds * 1_000, signal ?? undefined);
  return true;
};
