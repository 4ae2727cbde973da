/** Returns a map that is cleared when it is full. It suits values that cost only time to compute again. */
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

/** Returns an own property of an object. A firm may define the key "constructor", which every object inherits. */
export const ownProperty = <Value>(
  object: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);

/** Splits entries into batches of at most `entriesMaximum`, in order. */
export const batchesOf = <Entry>(entries: readonly Entry[], entriesMaximum: number): Entry[][] =>
  toBatches(entries, { entriesMaximum, bytesMaximum: Number.POSITIVE_INFINITY, bytesOf: () => 0 });

type BatchLimits<Entry> = {
  readonly entriesMaximum: number;
  readonly bytesMaximum: number;
  readonly bytesOf: (entry: Entry) => number;
};

/** Splits entries into batches within the limits, in order. An entry over the limit gets a batch of its own. */
export const toBatches = <Entry>(
  entries: readonly Entry[],
  { entriesMaximum, bytesMaximum, bytesOf }: BatchLimits<Entry>,
): Entry[][] => {
  const batches: Entry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = bytesOf(entry);
    const last = batches.at(-1);
    const fits = last && last.length < entriesMaximum && bytes + size <= bytesMaximum;
    if (fits) last.push(entry);
    else batches.push([entry]);
    bytes = fits ? bytes + size : size;
  }
  return batches;
};

/** `"redirect_url"` → `"redirectUrl"` */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

export type CamelCased<Fields> = {
  [Name in keyof Fields as Name extends string ? CamelCase<Name> : never]: Fields[Name];
};

/** Returns the fields of a body by their names in code: `redirect_url` becomes `redirectUrl`. Values stay the same. */
export const camelCased = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelCased<Fields>;

/** Returns the fields of a record by their names in the API. */
export const snakeCased = <Fields extends object>(record: CamelCased<Fields>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as Fields;

/** Returns the values by a key of each, in their order. */
export const groupBy = <Key, Value>(
  values: readonly Value[],
  keyOf: (value: Value) => Key,
): Map<Key, Value[]> => {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
};

/** Returns the last of sorted items at or before an instant, by halves. */
export const lastAt = <Item extends { readonly instant: number }>(
  items: readonly Item[],
  instant: number,
): Item | undefined => {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((items[middle]?.instant ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
};
