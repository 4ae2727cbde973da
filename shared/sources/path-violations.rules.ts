import { LIMITS } from "../api/schema/limits.ts";
import type { Violation } from "../api/schema/violations.ts";
import { ownProperty } from "../runtime/own-property.ts";
import { parsePath } from "./json-path.rules.ts";
import { path } from "./source-mapping.contract.ts";

/**
 * Validates the paths in the lists by which a source reads a payload: JSON in texts, and conditions. The schema rejects
 * lists that have the wrong form or are too large.
 */
export const pathListViolations = (json: Readonly<Record<string, unknown>>): Violation[] => [
  ...listViolations(json, { field: "json_fields", maximum: LIMITS.jsonFields }),
  ...listViolations(json, { field: "accept_when", property: "path", maximum: LIMITS.conditions }),
  ...listViolations(json, { field: "test_when", property: "path", maximum: LIMITS.conditions }),
];

/** A list of paths, or of objects with a path in a property. */
type PathList = { readonly field: string; readonly property?: string; readonly maximum: number };

const listViolations = (
  json: Readonly<Record<string, unknown>>,
  { field, property, maximum }: PathList,
): Violation[] => {
  const list = json[field];
  if (!Array.isArray(list) || list.length > maximum) return [];
  return list.flatMap((entry: unknown, index) => {
    const at = `${field}[${index}]`;
    return property === undefined
      ? pathViolations(at, entry)
      : pathViolations(`${at}.${property}`, propertyOf(entry, property));
  });
};

const pathViolations = (field: string, input: unknown): Violation[] => {
  const message = pathProblem(input);
  return message === null ? [] : [{ field, message }];
};

/** The problem of a path that the schema accepts, or null. */
export const pathProblem = (input: unknown): string | null => {
  const { data } = path().safeParse(input);
  return data === undefined || parsePath(data) !== null
    ? null
    : "must be a path such as contact.email or answers[0].value";
};

/** A property of unvalidated input; undefined unless the input is an object that has it. */
export const propertyOf = (input: unknown, name: string): unknown =>
  typeof input === "object" && input !== null ? ownProperty<unknown>({ ...input }, name) : undefined;
