import { isDeepStrictEqual } from "node:util";
import { LIMITS } from "../api/schema/limits.ts";
import type { Violation } from "../api/schema/violations.ts";
import { dataValueViolations } from "../firm/custom-data.rules.ts";
import type { CustomField } from "../firm/firm.rules.ts";
import { leadChangesBody } from "../leads/lead-bodies.contract.ts";
import { inboundDataValue } from "./inbound-value.rules.ts";
import { pathProblem } from "./path-violations.rules.ts";
import type { Mapping } from "./source.rules.ts";
import { constant } from "./source-mapping.contract.ts";
import { DATA_PREFIX, TEXT_TARGETS } from "./source-mapping.rules.ts";

/**
 * Validates the targets, paths and constants of a mapping. Entries of the stored one stay valid: a field may have been
 * removed since. The schema rejects what has the wrong form or is too large.
 */
export const mappingViolations = (
  input: unknown,
  fields: readonly CustomField[],
  stored: Mapping = {},
): Violation[] => {
  const entries = entriesOf(input).filter(
    ([target, value]) => !(Object.hasOwn(stored, target) && isDeepStrictEqual(stored[target], value)),
  );
  if (entries.length > LIMITS.mappingEntries) return [];
  return entries.flatMap(([target, value]) => {
    const name = `mapping.${target}`;
    return [
      ...violation(name, targetProblem(target, fields)),
      ...pathsOf(value).flatMap(([at, each]) => violation(name + at, pathProblem(each))),
      ...constantsOf(value).flatMap(([at, each]) =>
        violation(name + at, constantProblem(target, each, fields)),
      ),
    ];
  });
};

/** A part of a target's value, and where it stands there. */
type Part = readonly [at: string, value: unknown];

const violation = (field: string, message: string | null): Violation[] =>
  message === null ? [] : [{ field, message }];

const entriesOf = (input: unknown): Part[] =>
  typeof input === "object" && input !== null && !Array.isArray(input) ? Object.entries(input) : [];

const pathsOf = (value: unknown): Part[] => {
  if (typeof value === "string") return [["", value]];
  if (Array.isArray(value)) return listParts("", value);
  return entriesOf(value).flatMap(([key, part]) => {
    if (key === "path") return [[".path", part] as const];
    return key === "paths" && Array.isArray(part) ? listParts(".paths", part) : [];
  });
};

const listParts = (at: string, list: readonly unknown[]): Part[] =>
  list.length > LIMITS.mappingPaths ? [] : list.map((part, index) => [`${at}[${index}]`, part]);

const constantsOf = (value: unknown): Part[] =>
  entriesOf(value)
    .filter(([key]) => key === "value" || key === "fallback")
    .map(([key, part]) => [`.${key}`, part]);

const targetProblem = (target: string, fields: readonly CustomField[]): string | null => {
  if (TEXT_TARGETS.includes(target) || target === "external_id") return null;
  if (!target.startsWith(DATA_PREFIX)) {
    const names = [...TEXT_TARGETS, "external_id", "data.<key>"].join(", ");
    return `is not a lead field; the fields are ${names}`;
  }
  return fieldOf(target, fields) ? null : "is not a lead field that the firm defines";
};

const fieldOf = (target: string, fields: readonly CustomField[]) =>
  fields.find(({ key }) => DATA_PREFIX + key === target);

const constantProblem = (target: string, input: unknown, fields: readonly CustomField[]): string | null => {
  const { data: value } = constant().safeParse(input);
  if (value === undefined) return null;
  if (target === "external_id") return "cannot be a constant: all deliveries would be of one lead";
  if (TEXT_TARGETS.includes(target)) return textProblem(target, value);
  const field = fieldOf(target, fields);
  if (field === undefined) return null;
  const data = { [field.key]: inboundDataValue(value, field) };
  return dataValueViolations(data, [field])[0]?.message ?? null;
};

const textProblem = (target: string, value: unknown): string | null => {
  const name = target === "full_name" ? "last_name" : target;
  const { error } = leadChangesBody().safeParse({ [name]: value });
  return error?.issues[0]?.message ?? null;
};
