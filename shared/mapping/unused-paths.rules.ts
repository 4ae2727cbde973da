import { parsePath, pathBelow, STEPS_MAXIMUM, type Step, stepInto } from "../schema/json-path.ts";
import { LIMITS } from "../schema/limits.ts";

/** Returns the first paths in inbound JSON that are not among those that were read. Omits those that no mapping can have. */
export const unusedPaths = (json: unknown, paths: readonly string[]): string[] => {
  const read: ReadKeys = new Map();
  for (const path of paths) addKeysRead(read, json, parsePath(path) ?? []);
  const unused: string[] = [];
  for (const path of unreadLeaves(json, read)) {
    unused.push(path);
    if (unused.length === LIMITS.unusedPaths) break;
  }
  return unused;
};

/** The keys and indexes that are read, by the object or list that has them. */
type ReadKeys = Map<unknown, Set<string | number>>;

/** Adds the place to which a path leads, and the places of values that choose entries of lists. */
const addKeysRead = (read: ReadKeys, json: unknown, steps: readonly Step[]) => {
  let value = json;
  for (const [index, step] of steps.entries()) {
    const entry = stepInto(value, step);
    if (entry === null) return;
    if ("where" in step) addKeysRead(read, entry.value, step.where);
    if (index === steps.length - 1) read.set(value, (read.get(value) ?? new Set()).add(entry.key));
    value = entry.value;
  }
};

/** Yields the path of each value that is not read. The time is in proportion to the length of the JSON. */
function* unreadLeaves(value: unknown, read: ReadKeys, path = "", steps = 0): Generator<string> {
  if (typeof value !== "object" || value === null) {
    if (steps > 0) yield path;
  } else if (steps < STEPS_MAXIMUM) {
    for (const [below, inner] of unreadEntries(value, read, path))
      yield* unreadLeaves(inner, read, below, steps + 1);
  }
}

/** Yields the entries below which values may be unread. Omits a read key, and a key that no path can have. */
function* unreadEntries(container: object, read: ReadKeys, path: string): Generator<[string, unknown]> {
  const readKeys = read.get(container);
  for (const [key, value] of entriesOf(container)) {
    const below = readKeys?.has(key) ? null : pathBelow(path, key);
    if (below !== null) yield [below, value];
  }
}

const entriesOf = (value: object): Iterable<[string | number, unknown]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value);
