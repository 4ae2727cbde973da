/**
 * How every AWS client of a function waits and retries. Throttling backs off for seconds at four tries, longer than a
 * caller wants to wait for a 503; without `throwOnRequestTimeout` a timeout only warns.
 */
export const AWS_CLIENT_DEFAULTS = {
  maxAttempts: 3,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
};
