import { ownProperty } from "../runtime/collections.ts";
import { givenAtPath } from "../schema/json-path.ts";

/** A target of a mapping, and the paths to its value unless the mapping has an entry. */
export type Target = { readonly target: string; readonly defaultPaths: readonly string[] };

/** The places of values in inbound JSON, by the targets that get them: paths to try in turn, a constant, a fallback. */
export type Mapping = Readonly<Record<string, string | readonly string[] | Entry>>;

type Constant = string | number | boolean;

type Entry = {
  readonly path?: string | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly value?: Constant | undefined;
  readonly fallback?: Constant | undefined;
};

/** An entry of a mapping, with all its paths. */
export type Rule = Pick<Entry, "value" | "fallback"> & { readonly paths: readonly string[] };

/** Returns the rule of each target. One that is not among the targets has no paths. */
export const rulesOf = (mapping: Mapping, targets: readonly Target[]) => {
  const rules = new Map(targets.map((target) => [target.target, targetRule(mapping, target)]));
  return (target: string): Rule => rules.get(target) ?? NO_RULE;
};

export type RuleOf = ReturnType<typeof rulesOf>;

const NO_RULE: Rule = { paths: [] };

/** Returns the rule of a target; without one in the mapping, its default paths. */
const targetRule = (mapping: Mapping, { target, defaultPaths }: Target): Rule => {
  const entry = ownProperty(mapping, target);
  if (entry === undefined) return { paths: defaultPaths };
  if (typeof entry === "string") return { paths: [entry] };
  if (isList(entry)) return { paths: entry };
  const { path, paths = path === undefined ? [] : [path], value, fallback } = entry;
  return { paths, value, fallback };
};

const isList = (entry: Mapping[string]): entry is readonly string[] => Array.isArray(entry);

/** Returns the constant of a target, or the first value at its paths; undefined if there is none. */
export const findValue = (json: unknown, { value, paths }: Rule): unknown =>
  value ?? paths.map((path) => givenAtPath(json, path)).find((each) => each !== undefined);

/** A value at a target's paths, or its constant, and the fallback for a new record without one. */
export type Reading<Value> = { readonly found: Value; readonly fallback: Value };

/** Reads one target: its constant, or the first value at its paths that is not blank. */
export const readTarget = <Value>(
  json: unknown,
  rule: Rule,
  convert: (input: unknown) => Value,
): Reading<Value> => {
  const found = findValue(json, rule);
  return { found: convert(found), fallback: convert(found === undefined ? rule.fallback : undefined) };
};

/** Divides readings by name into found values and fallbacks. Omits absent ones. */
export const divide = <Value>(readings: readonly (readonly [name: string, Reading<Value | undefined>])[]) => {
  const only = (part: keyof Reading<Value>): Record<string, Value> =>
    Object.fromEntries(
      readings.flatMap(([name, { [part]: value }]) => (value === undefined ? [] : [[name, value]])),
    );
  return { found: only("found"), fallback: only("fallback") };
};
