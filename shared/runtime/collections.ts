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

/** In order, as many per batch as the maximum allows. */
export const batchesOf = <Entry>(entries: readonly Entry[], entriesMaximum: number): Entry[][] =>
  toBatches(entries, { entriesMaximum, bytesMaximum: Number.POSITIVE_INFINITY, bytesOf: () => 0 });

type BatchLimits<Entry> = {
  readonly entriesMaximum: number;
  readonly bytesMaximum: number;
  readonly bytesOf: (entry: Entry) => number;
};

/** In order, as many per batch as fit; an entry over the limit gets a batch of its own. */
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

/** The fields of a body by their names in code: `redirect_url` becomes `redirectUrl`. Values stay as they are. */
export const camelCased = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  ) as CamelCased<Fields>;

/** The reverse: the fields of a record by their names in the API. */
export const snakeCased = <Fields extends object>(record: CamelCased<Fields>) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  ) as Fields;
