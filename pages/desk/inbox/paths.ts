/** Paths in a body, in the grammar of a source's mapping. The service's own module needs newer browsers. */
const STEP = /(?:^|\.)([^.[\]]+)|\[(\d{1,6})\]|\["([^"]+)"\]|\[([^[\]="]+)=(?:"([^"]*)"|([^\]]*))\]/y;

const PATH_CHARACTERS = 500;
const STEPS_MAXIMUM = 64;
const SEARCHED_ENTRIES_MAXIMUM = 1_000;

type Key = string | number;

/** A value of a body, and the keys and indexes that lead to it. */
type Place = { readonly keys: readonly Key[]; readonly value: unknown };

/** Returns the place to which a path leads in a body; null for none. */
export const placeAt = (json: unknown, path: string): Place | null => {
  const keys: Key[] = [];
  let value = json;
  const steps = new RegExp(STEP);
  if (path.startsWith(".")) return null;
  while (steps.lastIndex < path.length) {
    const step = steps.exec(path);
    const key = step && keyOf(value, step);
    if (key === null) return null;
    keys.push(key);
    value = Object(value)[key];
  }
  return keys.length === 0 ? null : { keys, value };
};

const keyOf = (value: unknown, step: readonly string[]): Key | null => {
  const [, plain, , quoted] = step;
  const key = plain ?? quoted;
  if (Array.isArray(value)) return entryOf(value, step);
  return isObject(value) && key !== undefined && Object.hasOwn(value, key) ? key : null;
};

const entryOf = (list: readonly unknown[], step: readonly string[]): number | null => {
  const [, plain, index, quoted, where, text, bare] = step;
  const at =
    where === undefined ? entryNumber(index ?? plain ?? quoted) : matching(list, where, text ?? bare ?? "");
  return at >= 0 && at < list.length ? at : null;
};

const entryNumber = (key = "") => (/^\d{1,6}$/.test(key) ? Number(key) : -1);

const matching = (list: readonly unknown[], where: string, text: string) =>
  list.slice(0, SEARCHED_ENTRIES_MAXIMUM).findIndex((entry) => {
    const found = placeAt(entry, where)?.value;
    return (typeof found === "string" || typeof found === "number") && String(found).trim() === text.trim();
  });

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const INVISIBLE = /^[\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

const isBlank = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && INVISIBLE.test(value));

/** Returns the value at a path as the service reads it; undefined for a blank one. */
export const givenAt = (json: unknown, path: string): unknown => {
  const value = placeAt(json, path)?.value;
  if (!Array.isArray(value)) return isBlank(value) ? undefined : value;
  const given = value.filter((entry) => !isBlank(entry));
  return given.length > 1 ? given : given[0];
};

/**
 * A value of a body that a mapping can read. `path` is null where a key has characters that no path can have; `hint` is
 * what the body itself calls the value.
 */
export type Leaf = Place & {
  readonly name: string;
  readonly path: string | null;
  readonly hint: string | null;
};

type At = Omit<Leaf, "value">;

const TOP: At = { path: "", name: "", keys: [], hint: null };

/** Returns the values of a body in its order: a list of texts is one. Leaves out what only describes an answer. */
export const leavesOf = (value: unknown, at = TOP): Leaf[] => {
  if (!isObject(value) || isListOfValues(value)) return at.keys.length === 0 ? [] : [{ ...at, value }];
  if (at.keys.length >= STEPS_MAXIMUM) return [];
  const naming = Array.isArray(value) ? namingPath(value) : null;
  return entriesOf(value).flatMap(([key, inner]) => {
    if (naming === null) return leavesOf(inner, belowAt(at, key, null));
    const hint = hintIn(inner);
    const below = leavesOf(inner, { ...belowAt(at, key, namedStep(naming, inner)), hint });
    return below.filter(({ keys }) => !DESCRIBING.test(String(keys[at.keys.length + 1])));
  });
};

/** Returns what an answer calls its question. */
const hintIn = (answer: unknown): string | null => {
  const isHint = (key: string) => /(^|_)(name|label|title|question)$/i.test(key);
  const found = Object.entries(Object(answer)).find(([key, text]) => isHint(key) && isName(text));
  return found ? String(found[1]) : null;
};

const DESCRIBING = /(^|_)(name|label|title|question|id|ref|key|type|field)$/i;

const belowAt = ({ path, name, keys, hint }: At, key: Key, named: string | null): At => {
  const step = named ?? stepTo(key, keys.length === 0);
  const below = path === null || step === null ? null : path + step;
  const isTooLong = below !== null && below.length > PATH_CHARACTERS;
  return {
    keys: [...keys, key],
    name: below ?? `${name} ${key}`.trim(),
    path: isTooLong ? null : below,
    hint,
  };
};

const isListOfValues = (value: object) => Array.isArray(value) && value.length > 0 && !value.some(isObject);

const entriesOf = (value: object): [Key, unknown][] =>
  Array.isArray(value) ? [...value.entries()] : Object.entries(value);

const stepTo = (key: Key, isFirst: boolean): string | null => {
  if (typeof key === "number") return `[${key}]`;
  if (/[\p{Cc}\u2028\u2029"]|\p{Cs}/u.test(key) || key === "") return null;
  const isPlain = !/[.[\]]/.test(key) && key === key.trim() && !isBlank(key) && !(isFirst && key === "$");
  if (isPlain) return isFirst ? key : `.${key}`;
  return `["${key}"]`;
};

/** Where senders of forms put the name of a question, so that a question left out moves no other. */
const NAMINGS = [
  "field.ref",
  "field.id",
  "ref",
  "column_id",
  "key",
  "name",
  "label",
  "question",
  "title",
  "id",
];

/** Returns the path of the texts that name the entries of a list of answers; null if nothing tells all of them apart. */
const namingPath = (list: readonly unknown[]): string | null => {
  const isAnswers = (naming: string) =>
    naming.includes(".") ||
    list.every(
      (entry) => isObject(entry) && Object.keys(entry).some((key) => /value|answer|response|text/i.test(key)),
    );
  const tells = (naming: string) => {
    const names = list.map((entry) => placeAt(entry, naming)?.value);
    return names.every(isName) && new Set(names).size === names.length;
  };
  return NAMINGS.find((naming) => isAnswers(naming) && tells(naming)) ?? null;
};

const isName = (value: unknown) =>
  typeof value === "string" && value === value.trim() && !isBlank(value) && !/[\p{Cc}"]/u.test(value);

const namedStep = (naming: string, entry: unknown): string => {
  const name = String(placeAt(entry, naming)?.value);
  return name.includes("]") ? `[${naming}="${name}"]` : `[${naming}=${name}]`;
};

/** Shortens a path to the name of its answer: `PHONE` for `answers[column_id=PHONE].text`. */
export const shortPath = (path: string): string => {
  const [, quoted, bare] = /\[[^[\]="]+=(?:"([^"]*)"|([^\]]*))\][^[]*$/.exec(path) ?? [];
  return quoted ?? bare ?? path;
};

const CHOICES_MAXIMUM = 500;

/** Returns the paths among which a mapping can choose, each with a name that no other one has. */
export const choicesOf = (leaves: readonly Leaf[]): [path: string, name: string][] => {
  const paths = leaves.flatMap(({ path }) => path ?? []).slice(0, CHOICES_MAXIMUM);
  const counts = new Map<string, number>();
  for (const name of paths.map(shortPath)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return paths.map((path) => [path, counts.get(shortPath(path)) === 1 ? shortPath(path) : path]);
};
