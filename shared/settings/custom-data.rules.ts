import { ownProperty } from "../runtime/collections.ts";
import { brokenLimit, LIMITS } from "../schema/limits.ts";
import { hasUnprintableCharacters, isLongerThan, trimmed } from "../schema/text.ts";
import { isCalendarDate, NOT_A_DATE } from "../schema/time.ts";
import type { Violation } from "../schema/violations.ts";
import type { CustomField } from "./firm.rules.ts";

/** The values of a lead or consultation in the fields that its firm defines. */
export type CustomData = Readonly<Record<string, string | number | boolean>>;

/** Values to store, and keys to remove because their input is null. */
type DataChange = { readonly set: CustomData; readonly removed: readonly string[] };

/** What precedes the key of a field in the names of violations and of targets. */
export const DATA_PREFIX = "data.";

type FieldValidator = (value: unknown, field: CustomField) => string | null;

const VALIDATORS: Record<CustomField["type"], FieldValidator> = {
  text: (value) => {
    if (typeof value !== "string") return "must be a string";
    const text = trimmed(value);
    if (isLongerThan(text, LIMITS.dataTextCharacters))
      return `must have at most ${LIMITS.dataTextCharacters} characters`;
    if (!text.isWellFormed()) return "must be well-formed Unicode";
    return hasUnprintableCharacters(text) ? "must not contain control characters" : null;
  },
  number: (value) =>
    typeof value === "number" ? brokenLimit(value) : "must be a number such as 1500 or 12.5",
  boolean: (value) => (typeof value === "boolean" ? null : "must be true or false"),
  date: (value) => (typeof value === "string" && isCalendarDate(value.trim()) ? null : NOT_A_DATE),
  select: (value, { options }) =>
    typeof value === "string" && options.includes(value.trim())
      ? null
      : `must be one of: ${options.join(", ")}`,
};

/** Returns a violation for each value that does not fit its field. Ignores keys that the firm does not define. */
export const dataValueViolations = (input: unknown, fields: readonly CustomField[]): Violation[] =>
  inputFields(input, fields).flatMap(({ field, value }) => {
    const message = value === null ? null : VALIDATORS[field.type](value, field);
    return message === null ? [] : [{ field: DATA_PREFIX + field.key, message }];
  });

/** Returns whether each value of the input has a field, and is valid there. */
export const acceptsData = (input: unknown, fields: readonly CustomField[]): boolean => {
  const keys = new Set(fields.map(({ key }) => key));
  const hasFields = entriesOf(input).every(([key, value]) => value === null || keys.has(key));
  return hasFields && dataValueViolations(input, fields).length === 0;
};

/**
 * Turns validated input into a change of the fields that the firm defines. Null also removes a field that it no longer
 * defines.
 */
export const dataChange = (input: unknown, fields: readonly CustomField[]): DataChange => {
  const values = inputFields(input, fields).map(
    ({ field, value }) => [field.key, storedValue(value)] as const,
  );
  return {
    set: Object.fromEntries(values.flatMap(([key, value]) => (value === null ? [] : [[key, value]]))),
    removed: nullKeys(input),
  };
};

/** Returns a record's data after a change. */
export const mergedData = (data: CustomData, { set, removed }: DataChange): CustomData =>
  Object.fromEntries(Object.entries({ ...data, ...set }).filter(([key]) => !removed.includes(key)));

/** Returns all violations of input for the stored data. A value that equals the stored one is valid. */
export const dataViolations = (
  input: unknown,
  fields: readonly CustomField[],
  stored: CustomData = {},
): Violation[] => {
  const invalid = dataValueViolations(changedData(input, stored), fields);
  return invalid.length > 0 ? invalid : dataSizeViolations(mergedData(stored, dataChange(input, fields)));
};

/** Limits the size of all data: many long texts would exceed the size of a stored record and of an event. */
export const dataSizeViolations = (data: CustomData): Violation[] =>
  Buffer.byteLength(JSON.stringify(data)) > LIMITS.dataBytes
    ? [{ field: "data", message: `must have at most ${LIMITS.dataBytes} bytes in all` }]
    : [];

const inputFields = (input: unknown, fields: readonly CustomField[]) => {
  const values = new Map(entriesOf(input));
  return fields.flatMap((field) => (values.has(field.key) ? [{ field, value: values.get(field.key) }] : []));
};

const nullKeys = (input: unknown): string[] =>
  entriesOf(input).flatMap(([key, value]) => (value === null ? [key] : []));

const storedValue = (value: unknown) => {
  if (typeof value === "string") return trimmed(value);
  if (typeof value === "number") return value === 0 ? 0 : value; // DynamoDB and JSON do not preserve -0.
  return typeof value === "boolean" ? value : null;
};

/** Returns the part of the input that differs from the stored data. */
const changedData = (input: unknown, stored: CustomData): unknown =>
  Object.fromEntries(
    entriesOf(input).filter(([key, value]) => ownProperty(stored, key) !== storedValue(value)),
  );

/**
 * Returns the entries of a map. Returns none for input that its schema refuses: a text or a list, whose parts would be
 * entries, or a map of too many.
 */
const entriesOf = (input: unknown): [string, unknown][] => {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return [];
  const entries = Object.entries(input);
  return entries.length > LIMITS.dataEntries ? [] : entries;
};
