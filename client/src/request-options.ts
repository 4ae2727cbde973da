/** Options of one call, besides those of `fetch`. */
export interface RequestOptions extends Omit<RequestInit, "method" | "body"> {
  /** Milliseconds that each try may take, instead of the client's `timeoutMilliseconds`; 0 for any time. */
  timeout?: number;
  /** How often the request is sent again, instead of the client's `maxRetries`. */
  maxRetries?: number;
  /** The `Idempotency-Key`, one that outlives the program for example; false for none. */
  idempotencyKey?: string | false;
  /** Sees each response of the call with its status and headers; its body has been read. */
  onResponse?: (response: Response) => unknown;
}
