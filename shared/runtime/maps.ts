/** A map that is emptied before it would hold too much: for what costs only time when it is forgotten. */
export const boundedMap = <Key, Value>(entriesMaximum: number) => {
  const entries = new Map<Key, Value>();
  return {
    get: (key: Key): Value | undefined => entries.get(key),
    set: (key: Key, value: Value): void => {
      if (entries.size >= entriesMaximum && !entries.has(key)) entries.clear();
      entries.set(key, value);
    },
    delete: (key: Key): void => {
      entries.delete(key);
    },
  };
};

/** A property that an object does not inherit: a firm may define the key "constructor", which every object has. */
export const ownProperty = <Value>(
  object: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);
