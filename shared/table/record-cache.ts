import type { RecordRef } from "./read-records.ts";
import { recordKeyText } from "./record-keys.ts";

/** The cache's age limit: a settings change must take effect within five seconds. */
export const CACHED_MILLISECONDS = 4_000;
const ENTRIES_MAXIMUM = 1_000;
/** The size of the cached values as JSON: a function that serves many firms has 512 MB. */
const CHARACTERS_MAXIMUM = 16 * 1024 * 1024;

type Entry<Value> = {
  readonly value: NonNullable<Value>;
  readonly characters: number;
  /** The instant before the read began: later writes cannot be in the value. */
  readonly askedAtMilliseconds: number;
};

/**
 * Caches one kind of record in this instance for a few seconds, except absent records. The returned function adds the
 * cache to a record reference.
 */
export const ttlCache = <Value>() => {
  const entries = new Map<string, Entry<Value>>();
  let characters = 0;

  const add = (cacheKey: string, value: NonNullable<Value>, askedAtMilliseconds: number) => {
    const entry = { value, characters: JSON.stringify(value).length, askedAtMilliseconds };
    characters += entry.characters - (entries.get(cacheKey)?.characters ?? 0);
    if (entries.size >= ENTRIES_MAXIMUM || characters > CHARACTERS_MAXIMUM) {
      entries.clear();
      characters = entry.characters;
    }
    entries.set(cacheKey, entry);
  };

  return ({ key, parse }: RecordRef<Value>): RecordRef<Value> => {
    const cacheKey = recordKeyText(key);
    const askedAtMilliseconds = Date.now();
    return {
      key,
      cached: (ageMilliseconds = CACHED_MILLISECONDS) => {
        const entry = entries.get(cacheKey);
        return entry && Date.now() - entry.askedAtMilliseconds < ageMilliseconds ? entry.value : undefined;
      },
      lastRead: () => entries.get(cacheKey)?.value,
      parse: (item) => {
        const value = parse(item);
        if (value) add(cacheKey, value, askedAtMilliseconds);
        return value;
      },
    };
  };
};

/** Returns the same record, cached only while it is younger. */
export const cachedFor = <Value>(ref: RecordRef<Value>, ageMilliseconds: number): RecordRef<Value> => ({
  ...ref,
  cached: () => ref.cached?.(ageMilliseconds),
});

/**
 * Uses the cached record if it suffices, otherwise reads the table. So a name that was added a moment ago is neither
 * refused nor dropped. A removed one may stay in force as long as the cache keeps it.
 * @param ageMilliseconds the age up to which a cached record counts even if it does not suffice: it limits reads where
 * most callers use names that nobody ever adds
 */
export const cachedIf = <Value>(
  ref: RecordRef<Value>,
  suffices: (value: Value) => boolean,
  ageMilliseconds = 0,
): RecordRef<Value> => ({
  ...ref,
  cached: () => {
    const value = ref.cached?.();
    return value === undefined || suffices(value) ? value : ref.cached?.(ageMilliseconds);
  },
});
