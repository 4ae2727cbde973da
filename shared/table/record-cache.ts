import type { RecordRef } from "./read-records.ts";
import { recordKeyText } from "./record-keys.ts";

/** A settings change must take effect everywhere within five seconds. */
export const CACHED_MILLISECONDS = 4_000;
const ENTRIES_MAXIMUM = 1_000;
/** Of the values as JSON: a function that serves many firms has 512 MB. */
const CHARACTERS_MAXIMUM = 16 * 1024 * 1024;

type Entry<Value> = {
  readonly value: NonNullable<Value>;
  readonly characters: number;
  /** Before the read began, so that what was written later is not taken to be in it. */
  readonly askedAtMilliseconds: number;
};

/**
 * Caches one kind of record in this instance for a few seconds; absent records are not cached. The returned function
 * adds the cache to a record reference.
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

/** The same record, from the cache only while it is younger. */
export const cachedFor = <Value>(ref: RecordRef<Value>, ageMilliseconds: number): RecordRef<Value> => ({
  ...ref,
  cached: () => ref.cached?.(ageMilliseconds),
});

/**
 * The cached record if that suffices, otherwise the one in the table: so what a caller names that was added a moment ago
 * is neither refused nor dropped. What was removed may stay in force as long as the cache keeps it.
 * @param ageMilliseconds how old a cached record may be although it does not suffice, where most callers name what nobody
 * ever adds: it is then read at most once in that time
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
