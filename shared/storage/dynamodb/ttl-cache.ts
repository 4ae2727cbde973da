import type { RecordRef } from "./read-records.ts";

/** A settings change must be in force everywhere within five seconds. */
const CACHED_MILLISECONDS = 4_000;
const ENTRIES_MAXIMUM = 1_000;

/** Makes references of one kind of record that this instance caches for a few seconds. An absent record is not cached. */
export const ttlCache = <Value>() => {
  const entries = new Map<string, { value: NonNullable<Value>; until: number }>();
  return ({ key, parse }: RecordRef<Value>): RecordRef<Value> => {
    const name = `${key.pk}\n${key.sk}`;
    return {
      key,
      cached: () => {
        const entry = entries.get(name);
        return entry && entry.until > Date.now() ? entry.value : undefined;
      },
      parse: (item) => {
        const value = parse(item);
        if (entries.size >= ENTRIES_MAXIMUM) entries.clear();
        if (value) entries.set(name, { value, until: Date.now() + CACHED_MILLISECONDS });
        return value;
      },
    };
  };
};
