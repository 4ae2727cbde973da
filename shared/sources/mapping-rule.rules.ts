import { ownProperty } from "../runtime/own-property.ts";
import { isBlankInput, unwrapList } from "./inbound-value.rules.ts";
import { parsePath, type Step, valueAt } from "./json-path.rules.ts";
import type { Mapping } from "./source.rules.ts";

/** What a target's paths found, or its constant, and what a new lead has where nothing was found. */
export type Reading<Value> = { readonly found: Value; readonly fallback: Value };

/** A target of a mapping, and the key at which its value is unless the mapping has an entry. */
export type Target = { readonly target: string; readonly defaultKey?: string | undefined };

/** Reads one target: its constant, or the first value at its paths that is not blank. A list of one is its entry. */
export const readTarget = (json: unknown, mapping: Mapping, target: Target): Reading<unknown> => {
  const { value, fallback, paths } = targetRule(mapping, target);
  if (value !== undefined) return { found: value, fallback: undefined };
  const found = paths.map((steps) => unwrapList(valueAt(json, steps))).find((each) => !isBlankInput(each));
  return { found, fallback: found === undefined ? fallback : undefined };
};

type Rule = {
  readonly paths: readonly (readonly Step[])[];
  readonly value?: string | number | boolean | undefined;
  readonly fallback?: string | number | boolean | undefined;
};

/** The rule of a target; without one in the mapping, its default path. */
export const targetRule = (mapping: Mapping, { target, defaultKey }: Target): Rule => {
  const entry = ownProperty(mapping, target);
  if (entry === undefined) return { paths: defaultKey === undefined ? [] : [[{ key: defaultKey }]] };
  if (typeof entry === "string") return { paths: parsePaths([entry]) };
  if (Array.isArray(entry)) return { paths: parsePaths(entry) };
  const { path, paths = path === undefined ? [] : [path], value, fallback } = entry;
  return { paths: parsePaths(paths), value, fallback };
};

const parsePaths = (paths: readonly string[]) =>
  paths.flatMap((path) => {
    const steps = parsePath(path);
    return steps === null ? [] : [steps];
  });
