import { parsePath, pathBelow, STEPS_MAXIMUM, type Step, stepInto } from "../schema/json-path.ts";
import { LIMITS } from "../schema/limits.ts";
import type { Violation } from "../schema/violations.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { ALTERNATIVES, listInLine, type Problem, problemOf } from "./rejection-text.rules.ts";
import type { Source } from "./source.rules.ts";
import { findValue, mappingTargets, targetRule } from "./source-mapping.rules.ts";

type Context = Pick<Source, "mapping" | "bodySecret"> & { readonly leadFields: readonly CustomField[] };

type Conditions = Pick<Source, "acceptWhen" | "testWhen">;

/**
 * Explains each violation by the paths that were read for its value, and the first one also by the paths in the JSON
 * that nothing uses. Values of the JSON are never part of a text.
 */
export const explainViolations = (
  violations: readonly Violation[],
  json: unknown,
  context: Context & Conditions,
): Problem[] => {
  const { mapping, leadFields, acceptWhen, testWhen } = context;
  const judged = [...acceptWhen, ...testWhen].map(({ path }) => path);
  const rules = new Map(
    mappingTargets(leadFields).map((target) => [target.target, targetRule(mapping, target)]),
  );
  const pathsOf = (field: string): readonly string[] => {
    const rule = rules.get(field);
    if (rule === undefined) return [];
    const other = findValue(json, rule) === undefined ? rules.get(ALTERNATIVES[field] ?? "") : undefined;
    return [...rule.paths, ...(other?.paths ?? [])];
  };
  return violations.map((violation, index) => {
    const unused = index === 0 ? unusedPaths(json, context, judged) : [];
    const places = [...line("Looked at ", pathsOf(violation.field)), ...line("Nothing uses ", unused)];
    return { ...problemOf(violation, leadFields), places };
  });
};

const line = (start: string, paths: readonly string[]): string[] =>
  paths.length === 0 ? [] : [listInLine(start, paths)];

/** Returns the first paths in inbound JSON that the source does not read. Omits those that no mapping can have. */
export const unusedPaths = (
  json: unknown,
  { mapping, bodySecret, leadFields }: Context,
  others: readonly string[] = [],
): string[] => {
  const mapped = mappingTargets(leadFields).flatMap((target) => targetRule(mapping, target).paths);
  const read: ReadKeys = new Map();
  const secret = bodySecret === null ? [] : [bodySecret.path];
  for (const path of [...mapped, ...secret, ...others]) addKeysRead(read, json, parsePath(path) ?? []);
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
