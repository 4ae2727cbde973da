const TRANSIENT = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "LimitExceededException",
  "TransactionConflictException",
  "TransactionInProgressException",
  "InternalServerError",
  "ServiceUnavailable",
  "TimeoutError",
  // The invocation's deadline.
  "AbortError",
  "NetworkingError",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
]);
const TRANSIENT_REASONS = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** Whether the store could not serve the call, so that the same call may succeed later. */
export const isStoreUnavailability = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (TRANSIENT.has(error.name) || ("code" in error && TRANSIENT.has(String(error.code)))) return true;
  return cancellationCodes(error).some((code) => TRANSIENT_REASONS.has(code));
};

/** One code for each item of a canceled transaction. */
const cancellationCodes = (error: Error): string[] => {
  if (!("CancellationReasons" in error) || !Array.isArray(error.CancellationReasons)) return [];
  return error.CancellationReasons.map(({ Code }) => String(Code));
};
