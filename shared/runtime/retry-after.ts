const RETRY_AFTER_STATUSES = [429, 503];

/**
 * Returns the time for which a response asks to be left alone: `Retry-After` (RFC 9110 §10.2.3) in seconds, of any
 * number of digits, or as a date.
 */
export const retryAfterMilliseconds = (
  { status, retryAfter = "" }: { readonly status: number | null; readonly retryAfter?: string | undefined },
  nowMilliseconds: number,
): number => {
  if (status === null || !RETRY_AFTER_STATUSES.includes(status)) return 0;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1_000;
  // A date has letters. JavaScript would also take a fraction for one.
  const delay = /[a-z]/i.test(retryAfter) ? Date.parse(retryAfter) - nowMilliseconds : 0;
  return Number.isNaN(delay) ? 0 : Math.max(0, delay);
};
