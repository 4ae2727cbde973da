import { recordKeyText } from "./item.ts";
import type { RecordRef } from "./read-records.ts";

/** A settings change must take effect everywhere within five seconds. */
export const CACHED_MILLISECONDS = 4_000;
const ENTRIES_MAXIMUM = 1_000;

/**
 * Caches one kind of record in this instance for a few seconds; absent records are not cached. The returned function
 * adds the cache to a record reference.
 */
export const ttlCache = <Value>() => {
  const entries = new Map<string, { value: NonNullable<Value>; expiresAtMilliseconds: number }>();
  return ({ key, parse }: RecordRef<Value>): RecordRef<Value> => {
    const cacheKey = recordKeyText(key);
    return {
      key,
      cached: () => {
        const entry = entries.get(cacheKey);
        return entry && entry.expiresAtMilliseconds > Date.now() ? entry.value : undefined;
      },
      parse: (item) => {
        const value = parse(item);
        if (entries.size >= ENTRIES_MAXIMUM) entries.clear();
        if (value) entries.set(cacheKey, { value, expiresAtMilliseconds: Date.now() + CACHED_MILLISECONDS });
        return value;
      },
    };
  };
};
