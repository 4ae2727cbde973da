import { LIMITS } from "../schema/limits.ts";
import { hasControlCharacters, trimmed } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { parsePath, type Step } from "./json-path.contract.ts";
import { stepInto } from "./json-path.rules.ts";
import { listInLine, type Problem, problemOf } from "./rejection-text.rules.ts";
import type { Source } from "./source.rules.ts";
import { findValue, mappingTargets, targetRule } from "./source-mapping.rules.ts";

/** Other targets that may hold a target's value. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  first_name: "full_name",
  last_name: "full_name",
  email: "phone",
};

type Context = Pick<Source, "mapping" | "bodySecret"> & { readonly leadFields: readonly CustomField[] };

/**
 * Explains each violation by the paths that were read for its value, and the first one also by the paths in the JSON
 * that nothing uses. Values of the JSON are never part of a text.
 */
export const explainViolations = (
  violations: readonly Violation[],
  json: unknown,
  context: Context,
): Problem[] => {
  const { mapping, leadFields } = context;
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
    const unused = index === 0 ? unusedPaths(json, context) : [];
    const places = [...line("Looked at ", pathsOf(violation.field)), ...line("Nothing uses ", unused)];
    return { ...problemOf(violation, leadFields), places };
  });
};

const line = (start: string, paths: readonly string[]): string[] =>
  paths.length === 0 ? [] : [listInLine(start, paths)];

/** Returns the first paths in inbound JSON that the source does not read. Omits those that no mapping can have. */
export const unusedPaths = (json: unknown, { mapping, bodySecret, leadFields }: Context): string[] => {
  const mapped = mappingTargets(leadFields).flatMap((target) => targetRule(mapping, target).paths);
  const paths = bodySecret === null ? mapped : [...mapped, bodySecret.path];
  const read = new Set(paths.flatMap((path) => pathsRead(json, parsePath(path) ?? [])));
  const unused: string[] = [];
  for (const path of unreadLeaves(json, "", read)) {
    if (unused.length === LIMITS.unusedPaths) break;
    if (canBeMapped(json, path)) unused.push(path);
  }
  return unused;
};

/** Returns whether a mapping may have a path, and reads the same place by it. */
const canBeMapped = (json: unknown, path: string) =>
  trimmed(path) === path &&
  path.isWellFormed() &&
  !hasControlCharacters(path) &&
  pathsRead(json, parsePath(path) ?? []).at(-1) === path;

/** Returns a path's place in this JSON, and the places of values that choose entries of lists. */
const pathsRead = (json: unknown, steps: readonly Step[], start = ""): string[] => {
  const compared: string[] = [];
  let path = start;
  let value = json;
  for (const step of steps) {
    const entry = stepInto(value, step);
    if (entry === null) return compared;
    path = pathTo(path, entry.key);
    if ("where" in step) compared.push(...pathsRead(entry.value, step.where, path));
    value = entry.value;
  }
  return [...compared, path];
};

function* unreadLeaves(value: unknown, path: string, read: ReadonlySet<string>): Generator<string> {
  if (read.has(path) || path.length > LIMITS.pathCharacters) return;
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of entriesOf(value)) yield* unreadLeaves(inner, pathTo(path, key), read);
  } else if (path !== "") {
    yield path;
  }
}

const entriesOf = (value: object): Iterable<[string | number, unknown]> =>
  Array.isArray(value) ? value.entries() : Object.entries(value);

const pathTo = (path: string, key: string | number): string => {
  if (typeof key === "number") return `${path}[${key}]`;
  const isPlain =
    key.length <= LIMITS.pathCharacters &&
    /^[^.[\]]+$/.test(key) &&
    key === key.trim() &&
    (path !== "" || key !== "$");
  if (!isPlain) return `${path}["${key}"]`;
  return path === "" ? key : `${path}.${key}`;
};
