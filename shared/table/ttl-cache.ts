import { recordKeyText } from "./item.ts";
import type { RecordRef } from "./read-records.ts";

/** A settings change must take effect everywhere within five seconds. */
export const CACHED_MILLISECONDS = 4_000;
const ENTRIES_MAXIMUM = 1_000;
/** Of the values as JSON: a function that serves many firms has 512 MB. */
const CHARACTERS_MAXIMUM = 16 * 1024 * 1024;

type Entry<Value> = {
  readonly value: NonNullable<Value>;
  readonly characters: number;
  readonly expiresAtMilliseconds: number;
};

/**
 * Caches one kind of record in this instance for a few seconds; absent records are not cached. The returned function
 * adds the cache to a record reference.
 */
export const ttlCache = <Value>() => {
  const entries = new Map<string, Entry<Value>>();
  let characters = 0;

  const add = (cacheKey: string, value: NonNullable<Value>) => {
    const entry = {
      value,
      characters: JSON.stringify(value).length,
      expiresAtMilliseconds: Date.now() + CACHED_MILLISECONDS,
    };
    characters += entry.characters - (entries.get(cacheKey)?.characters ?? 0);
    if (entries.size >= ENTRIES_MAXIMUM || characters > CHARACTERS_MAXIMUM) {
      entries.clear();
      characters = entry.characters;
    }
    entries.set(cacheKey, entry);
  };

  return ({ key, parse }: RecordRef<Value>): RecordRef<Value> => {
    const cacheKey = recordKeyText(key);
    return {
      key,
      cached: () => {
        const entry = entries.get(cacheKey);
        return entry && entry.expiresAtMilliseconds > Date.now() ? entry.value : undefined;
      },
      lastRead: () => entries.get(cacheKey)?.value,
      parse: (item) => {
        const value = parse(item);
        if (value) add(cacheKey, value);
        return value;
      },
    };
  };
};
