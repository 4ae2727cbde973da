import { truncate } from "../api/schema/text.ts";
import type { Violation } from "../api/schema/violations.ts";
import type { CustomField } from "../firm/firm.rules.ts";
import type { Mapping } from "./source.rules.ts";
import { findValue, mappingTargets, targetRule } from "./source-mapping.rules.ts";
import { unusedPaths } from "./unused-paths.rules.ts";

/** Of each list of paths in a message. */
const PATHS_CHARACTERS = 300;

/** The targets in which a value may be that is not in its own. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  first_name: "full_name",
  last_name: "full_name",
  email: "phone",
};

type Context = { readonly mapping: Mapping; readonly leadFields: readonly CustomField[] };

/**
 * Adds to each violation the paths that were looked at for its value, and to the first one also the paths in the JSON
 * that nothing uses. Values of the JSON are never part of a message.
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
