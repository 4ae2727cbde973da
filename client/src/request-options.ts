/** Options of one call, besides those of `fetch`. */
export interface RequestOptions extends Omit<RequestInit, "method" | "body"> {
  /** The maximum duration of each try in milliseconds, instead of the client's `timeoutMilliseconds`; 0 for no limit. */
  timeout?: number;
  /** The number of repeats, instead of the client's `maxRetries`. */
  maxRetries?: number;
  /** The `Idempotency-Key`, for example one that outlives the program; false for none. */
  idempotencyKey?: string | false;
  /**
   * Receives each response of the call with its status and headers; its body has been read. The call waits for a promise
   * that it returns, and ends with an error that it throws.
   */
  onResponse?: (response: Response) => unknown;
}
