/** Limits that a caller can meet, in the units their names say. */
export const LIMITS = {
  nameCharacters: 200,
  stageKeyCharacters: 64,
  sourceCharacters: 100,
  emailCharacters: 254,
  phoneCharacters: 40,
  dataTextCharacters: 4_000,
  dataBytes: 64 * 1024,
  bodyBytes: 64 * 1024,
  idempotencyKeyCharacters: 255,
  idempotencyKeySeconds: 48 * 3600,
  pageSizeDefault: 50,
  pageSizeMaximum: 200,
  requestsPerMinute: 1_200,
} as const;
