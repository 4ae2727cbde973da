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
  "NetworkingError",
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ENOTFOUND",
  "ETIMEDOUT",
]);
const TRANSIENT_REASONS = new Set([
  "TransactionConflict",
  "ThrottlingError",
  "ProvisionedThroughputExceeded",
]);

/** Whether the store itself could not serve the call, so that the same call may succeed later. */
export const isStoreUnavailability = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (TRANSIENT.has(error.name) || ("code" in error && TRANSIENT.has(String(error.code)))) return true;
  return reasonCodes(error).some((code) => TRANSIENT_REASONS.has(code));
};

/** Why each item of a canceled transaction was not written. */
const reasonCodes = (error: Error): string[] => {
  if (!("CancellationReasons" in error) || !Array.isArray(error.CancellationReasons)) return [];
  return error.CancellationReasons.map(({ Code }) => String(Code));
};
