const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits before the second to the tenth attempt: 75 hours in all, longer than a weekend. */
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

const GONE = 410;
const RETRY_AFTER_STATUSES = [429, 503];

/** What came back from an attempt: no status when nothing did. */
export type WebhookResponse = { readonly status: number | null; readonly retryAfter?: string | undefined };

export const isSuccess = ({ status }: WebhookResponse) => status !== null && status >= 200 && status < 300;

/** The receiver says that it will never be there again. */
export const isGone = ({ status }: WebhookResponse) => status === GONE;

type RetryContext = { readonly nowMilliseconds: number /** From 0 to 1. */; readonly random: number };

/**
 * When to try again after so many attempts; null when there is no next one. `Retry-After` makes it later, to twice
 * the step at the most, and never sooner.
 */
export const nextAttemptMilliseconds = (
  attemptsMade: number,
  answer: WebhookResponse,
  { nowMilliseconds, random }: RetryContext,
): number | null => {
  const step = RETRY_STEPS_MILLISECONDS[attemptsMade - 1];
  if (step === undefined) return null;
  const jittered = step * (1 - JITTER + 2 * JITTER * random);
  const asked = Math.min(retryAfterMilliseconds(answer, nowMilliseconds), 2 * step);
  return nowMilliseconds + Math.round(Math.max(jittered, asked));
};

/** RFC 9110 §10.2.3: seconds, or a date. */
const retryAfterMilliseconds = (
  { status, retryAfter = "" }: WebhookResponse,
  nowMilliseconds: number,
): number => {
  if (status === null || !RETRY_AFTER_STATUSES.includes(status)) return 0;
  const asked = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - nowMilliseconds;
  return Number.isNaN(asked) ? 0 : Math.max(0, asked);
};

/** Whether an endpoint that has failed since then, and only failed, has done so for too long. */
export const hasFailedTooLong = (failingSinceMilliseconds: number, nowMilliseconds: number) =>
  failingSinceMilliseconds > 0 && nowMilliseconds - failingSinceMilliseconds >= FAILING_MAXIMUM_MILLISECONDS;
