import { LIMITS } from "../schema/limits.ts";
import { truncate } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { parsePath, type Step } from "./json-path.contract.ts";
import { stepInto } from "./json-path.rules.ts";
import type { Mapping } from "./source.rules.ts";
import { findValue, mappingTargets, targetRule } from "./source-mapping.rules.ts";

/** Characters of each list of paths. */
const PATHS_CHARACTERS = 300;

/** Other targets that may hold a target's value. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  first_name: "full_name",
  last_name: "full_name",
  email: "phone",
};

type Context = { readonly mapping: Mapping; readonly leadFields: readonly CustomField[] };

/**
 * Adds to each violation the paths that were tried for its value, and to the first one also the unused paths in the
 * JSON. Values of the JSON are never part of a message.
 */
export const explainViolations = (
  violations: readonly Violation[],
  json: unknown,
  { mapping, leadFields }: Context,
): Violation[] => {
  const rules = new Map(
    mappingTargets(leadFields).map((target) => [target.target, targetRule(mapping, target)]),
  );
  const pathsOf = (field: string): readonly string[] => {
    const rule = rules.get(field);
    if (rule === undefined) return [];
    const other = findValue(json, rule) === undefined ? rules.get(ALTERNATIVES[field] ?? "") : undefined;
    return [...rule.paths, ...(other?.paths ?? [])];
  };
  return violations.map(({ field, message }, index) => {
    const unused = index === 0 ? unusedPaths(json, mapping, leadFields) : [];
    const hints = [...hint("looked at ", pathsOf(field)), ...hint("unused: ", unused)];
    return { field, message: hints.length === 0 ? message : `${message} (${hints.join("; ")})` };
  });
};

const hint = (label: string, paths: readonly string[]): string[] =>
  paths.length === 0 ? [] : [label + truncate(paths.join(", "), PATHS_CHARACTERS)];

/** Returns the first paths in inbound JSON that the mapping does not read. Omits paths too long for a mapping. */
export const unusedPaths = (
  json: unknown,
  mapping: Mapping,
  leadFields: readonly CustomField[],
): string[] => {
  const rules = mappingTargets(leadFields).map((target) => targetRule(mapping, target));
  const read = new Set(
    rules.flatMap(({ paths }) => paths.flatMap((path) => pathsRead(json, parsePath(path) ?? []))),
  );
  const unused: string[] = [];
  for (const path of unreadLeaves(json, "", read)) {
    if (unused.length === LIMITS.unusedPaths) break;
    unused.push(path);
  }
  return unused;
};

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
    key.length <= LIMITS.pathCharacters && /^[^.[\]]+$/.test(key) && (path !== "" || key !== "$");
  if (!isPlain) return `${path}["${key}"]`;
  return path === "" ? key : `${path}.${key}`;
};
