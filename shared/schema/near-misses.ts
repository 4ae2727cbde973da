import { nearestName } from "./nearest-name.ts";
import { isBlank } from "./text.ts";
import { VIOLATIONS_MAXIMUM, type Violation } from "./violations.ts";

/** Returns the names of the fields of a schema; none for a schema that is not of an object. */
export const fieldNames = (schema: object | undefined): string[] =>
  schema && "shape" in schema && typeof schema.shape === "object" ? Object.keys(schema.shape ?? {}) : [];

/**
 * Returns the violations of names that do not exist, each with the one that was probably meant. Those beyond the maximum
 * of one response are shorter.
 */
export const unknownNames = (
  noun: string,
  unknown: readonly string[],
  names: readonly string[],
): Violation[] =>
  unknown.map((field, index) => {
    const reason = index < VIOLATIONS_MAXIMUM ? explain(field, names) : "";
    return { field, message: `is not a ${noun}${reason}` };
  });

const explain = (unknown: string, names: readonly string[]) => {
  if (names.length === 0) return ": there are none";
  const nearest = nearestName(unknown, names);
  return nearest === null ? `; use one of: ${names.join(", ")}` : ` (did you mean ${nearest}?)`;
};

/** A body as it was sent, and the names of the fields that it may have. */
export type SentBody = {
  readonly json: Readonly<Record<string, unknown>>;
  readonly names: readonly string[];
};

/** Adds to each violation of a missing field the ignored one that the caller probably sent for it. */
export const withNearMisses = (violations: readonly Violation[], { json, names }: SentBody): Violation[] => {
  const known = new Set([...names, ...violations.map(({ field }) => field)]);
  const ignored = Object.keys(json).filter((name) => !known.has(name));
  const meant = ignored.slice(0, VIOLATIONS_MAXIMUM).map((sent) => [sent, nearestName(sent, names)] as const);
  return violations.map((violation) => {
    const { field, message } = violation;
    if (field !== "body" && !(names.includes(field) && isMissing(json[field]))) return violation;
    // A message may name other fields, one of which would do.
    const wanted = new Set([field, ...message.split(/\W+/)]);
    const [sent] = meant.find(([, name]) => name !== null && wanted.has(name)) ?? [];
    return sent === undefined ? violation : { field, message: `${message}; you sent ${sent}` };
  });
};

const isMissing = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && isBlank(value));
