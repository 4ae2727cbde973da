const RETRY_AFTER_STATUSES = [429, 503];

/**
 * Returns the time for which a response asks to be left alone: `Retry-After` (RFC 9110 §10.2.3) in seconds, or as a
 * date.
 */
export const retryAfterMilliseconds = (
  { status, retryAfter = "" }: { readonly status: number | null; readonly retryAfter?: string | undefined },
  nowMilliseconds: number,
): number => {
  if (status === null || !RETRY_AFTER_STATUSES.includes(status)) return 0;
  const delay = /^\d{1,9}$/.test(retryAfter.trim())
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - nowMilliseconds;
  return Number.isNaN(delay) ? 0 : Math.max(0, delay);
};
