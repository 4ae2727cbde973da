import {
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
  millisecondsInSecond as SECOND,
} from "date-fns/constants";

/** Delays before the second to the tenth attempt: 75 hours in total, longer than a weekend. */
export const RETRY_STEPS_MILLISECONDS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

export const ATTEMPTS_MAXIMUM = RETRY_STEPS_MILLISECONDS.length + 1;

const JITTER = 0.2;
const FAILING_MAXIMUM_MILLISECONDS = 5 * 24 * HOUR;

/** A delivery whose message should have arrived this long ago is queued again: the message, or its function, was lost. */
export const OVERDUE_MILLISECONDS = 5 * MINUTE;

/** How often a delivery that waits for its endpoint is checked, should nothing else reach it. */
export const WAITING_SWEEP_MILLISECONDS = 6 * HOUR;

const QUEUE_DELAY_MAXIMUM_MILLISECONDS = 15 * MINUTE;

/** Whether the queue can delay a message for the whole wait; a longer wait is in the table. */
export const isShortWait = (milliseconds: number) => milliseconds <= QUEUE_DELAY_MAXIMUM_MILLISECONDS;

/** When the sweep looks at a delivery whose next attempt is at `next`: then, or when its message must be lost. */
export const sweepTime = (next: number, nowMilliseconds: number) =>
  isShortWait(next - nowMilliseconds) ? next + OVERDUE_MILLISECONDS : next;

const GONE = 410;
const RETRY_AFTER_STATUSES = [429, 503];

/** The response to an attempt; `status` is null when there was none. */
export type WebhookResponse = { readonly status: number | null; readonly retryAfter?: string | undefined };

export const isSuccess = ({ status }: WebhookResponse) => status !== null && status >= 200 && status < 300;

/** 410 Gone: the endpoint will never exist again. */
export const isGone = ({ status }: WebhookResponse) => status === GONE;

type RetryContext = { readonly nowMilliseconds: number /** From 0 to 1. */; readonly random: number };

/**
 * When to retry after `attemptCount` attempts; null after the last one. `Retry-After` can delay the retry, to
 * at most twice the step, but never advance it.
 */
export const nextAttemptMilliseconds = (
  attemptCount: number,
  response: WebhookResponse,
  { nowMilliseconds, random }: RetryContext,
): number | null => {
  const step = RETRY_STEPS_MILLISECONDS[attemptCount - 1];
  if (step === undefined) return null;
  const jittered = step * (1 - JITTER + 2 * JITTER * random);
  const requested = Math.min(retryAfterMilliseconds(response, nowMilliseconds), 2 * step);
  return nowMilliseconds + Math.round(Math.max(jittered, requested));
};

/** Parses `Retry-After` (RFC 9110 §10.2.3): seconds, or a date. */
const retryAfterMilliseconds = (
  { status, retryAfter = "" }: WebhookResponse,
  nowMilliseconds: number,
): number => {
  if (status === null || !RETRY_AFTER_STATUSES.includes(status)) return 0;
  const delay = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - nowMilliseconds;
  return Number.isNaN(delay) ? 0 : Math.max(0, delay);
};

/**
 * Whether an endpoint without a success since its first failure has failed for too long; 0 means no failure.
 */
export const hasFailedTooLong = (failingSinceMilliseconds: number, nowMilliseconds: number) =>
  failingSinceMilliseconds > 0 && nowMilliseconds - failingSinceMilliseconds >= FAILING_MAXIMUM_MILLISECONDS;
