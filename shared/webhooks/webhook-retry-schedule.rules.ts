import {
  millisecondsInHour as HOUR,
  millisecondsInMinute as MINUTE,
  millisecondsInSecond as SECOND,
} from "date-fns/constants";
import { retryAfterMilliseconds } from "../runtime/retry-after.ts";

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

const JITTER = 0.2;
const FAILING_MAXIMUM_MILLISECONDS = 5 * 24 * HOUR;

/**
 * The time after which a message that has not arrived counts as lost, with or without its function. The delivery is
 * queued again.
 */
export const OVERDUE_MILLISECONDS = 5 * MINUTE;

/** The interval of checks of a delivery that waits for its endpoint, if nothing else happens to it. */
export const WAITING_SWEEP_MILLISECONDS = 6 * HOUR;

export const QUEUE_DELAY_MAXIMUM_MILLISECONDS = 15 * MINUTE;

/** Returns whether the queue can delay a message for the whole wait. A longer wait is in the table. */
export const isShortWait = (milliseconds: number) => milliseconds <= QUEUE_DELAY_MAXIMUM_MILLISECONDS;

/**
 * Returns the time of the sweep's check of a delivery whose next attempt is at `next`: then, or when its message must
 * be lost.
 */
export const sweepTime = (next: number, nowMilliseconds: number) =>
  isShortWait(next - nowMilliseconds) ? next + OVERDUE_MILLISECONDS : next;

const GONE = 410;

/** The response to an attempt; `status` is null when there was none. */
export type WebhookResponse = { readonly status: number | null; readonly retryAfter?: string | undefined };

export const isSuccess = ({ status }: WebhookResponse) => status !== null && status >= 200 && status < 300;

/** Returns whether the endpoint is gone for good (410). */
export const isGone = ({ status }: WebhookResponse) => status === GONE;

type RetryContext = { readonly nowMilliseconds: number /** From 0 to 1. */; readonly random: number };

/**
 * Returns the time of the retry after `attemptCount` attempts; null after the last one. `Retry-After` can delay the
 * retry, to at most twice the step, but never advance it.
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

/** Returns whether an endpoint without a success since its first failure has failed for too long; 0 means no failure. */
export const hasFailedTooLong = (failingSinceMilliseconds: number, nowMilliseconds: number) =>
  failingSinceMilliseconds > 0 && nowMilliseconds - failingSinceMilliseconds >= FAILING_MAXIMUM_MILLISECONDS;
