import { createdAt } from "../runtime/record-id.ts";
import { LIMITS } from "../schema/limits.ts";
import type { RecordOf } from "../schema/record-fields.ts";
import { sourceFields } from "./source-fields.contract.ts";

/** An origin of leads: a form, an advertisement, another service. */
export type Source = RecordOf<typeof sourceFields>;

/** A key that authenticates deliveries. A rotated one expires. */
export type IngestionKey = Source["keys"][number];

/**
 * The places of `first_name`, `last_name`, `full_name`, `email`, `phone`, `external_id` and `data.<key>` in inbound
 * JSON.
 */
export type Mapping = Source["mapping"];

/** Limits the keys, each of which is an item of the transaction that changes its source. */
const KEYS_MAXIMUM = 5;

/**
 * Puts a new key first. The key without an expiry gets one, after `hours`. Earlier keys keep their expiry, however soon
 * the next rotation is: its answer may have been lost. With 0 hours, all others stop at once.
 */
export const rotatedKeys = (
  keys: readonly IngestionKey[],
  added: IngestionKey,
  { hours, nowMilliseconds }: { hours: number; nowMilliseconds: number },
): IngestionKey[] => {
  if (hours === 0) return [added];
  const endOfHours = Math.floor(nowMilliseconds / 1000) + hours * 3600;
  const kept = activeKeys(keys, nowMilliseconds).map((key) => ({
    ...key,
    expiresAtEpochSeconds: key.expiresAtEpochSeconds ?? endOfHours,
  }));
  return [added, ...kept.slice(0, KEYS_MAXIMUM - 1)];
};

/** Returns the keys that have not expired, whether or not their source is enabled. */
export const activeKeys = (keys: readonly IngestionKey[], nowMilliseconds: number): IngestionKey[] =>
  keys.filter(
    ({ expiresAtEpochSeconds }) =>
      expiresAtEpochSeconds === null || expiresAtEpochSeconds * 1000 > nowMilliseconds,
  );

/** Returns the expiry of the key that was rotated last; null if none of those is left. */
const previousKeyExpiresAt = (keys: Source["keys"], nowMilliseconds: number): string | null => {
  const [seconds] = activeKeys(keys, nowMilliseconds).flatMap((key) => key.expiresAtEpochSeconds ?? []);
  return seconds === undefined ? null : new Date(seconds * 1000).toISOString();
};

export type RateSettings = Pick<Source, "requestsPerMinute" | "allowedOrigins">;

/** Returns the rate limit of a source's keys. */
export const requestsPerMinuteOf = ({ requestsPerMinute, allowedOrigins }: RateSettings): number =>
  requestsPerMinute ??
  (allowedOrigins.length > 0 ? LIMITS.pageRequestsPerMinuteDefault : LIMITS.requestsPerMinuteDefault);

/** Returns a source as the API shows it. */
export const sourceResource = (source: Source, nowMilliseconds: number) =>
  sourceFields.resource(source, {
    requests_per_minute: requestsPerMinuteOf(source),
    last_four:
      source.keys.find(({ expiresAtEpochSeconds }) => expiresAtEpochSeconds === null)?.lastFour ?? "",
    previous_key_expires_at: previousKeyExpiresAt(source.keys, nowMilliseconds),
    created_at: createdAt(source.id),
  });
