import type { RecordRef } from "./read-records.ts";

/** A change of settings must be in force everywhere within five seconds. */
const CACHED_MILLISECONDS = 4_000;
const ENTRIES_MAXIMUM = 1_000;

/** Remembers records of one kind for a few seconds once they are read. That there is none is not remembered. */
export const ttlCache = <Value>() => {
  const entries = new Map<string, { value: Value; until: number }>();
  return (readable: RecordRef<Value | null>): RecordRef<Value | null> => {
    const { pk, sk } = readable.key;
    const name = `${pk}\n${sk}`;
    return {
      key: readable.key,
      cached: () => {
        const entry = entries.get(name);
        return entry && entry.until > Date.now() ? entry.value : undefined;
      },
      parse: (item) => {
        const value = readable.parse(item);
        if (entries.size >= ENTRIES_MAXIMUM) entries.clear();
        if (value !== null) entries.set(name, { value, until: Date.now() + CACHED_MILLISECONDS });
        return value;
      },
    };
  };
};
