/** What the SDK declares a logger to have; it calls only what is there. */
type Logger = Record<"debug" | "info" | "warn" | "error", () => void>;

/**
 * A logger without `info` and `error`. One that has them, also the SDK's own that does nothing, is given a copy of every
 * input and output: a fifth of the processor time of a list.
 */
const logger = { debug: () => {}, warn: () => {} } as Logger;

/** Calls that one client makes at a time; the SDK would keep all over 50 waiting for a connection. */
export const CONCURRENT_CALLS = 100;

/**
 * How every AWS client of a function waits and retries. Throttling backs off for seconds at four tries, longer than a
 * caller wants to wait for a 503; without `throwOnRequestTimeout` a timeout only warns.
 */
export const AWS_CLIENT_DEFAULTS = {
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: 5_000,
    throwOnRequestTimeout: true,
    httpsAgent: { maxSockets: CONCURRENT_CALLS },
    httpAgent: { maxSockets: CONCURRENT_CALLS },
  },
  logger,
};
