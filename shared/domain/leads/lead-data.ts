import { isStorableNumber, LIMITS } from "../../contract/schema/limits.ts";
import type { Violation } from "../../contract/schema/violations.ts";
import type { LeadField } from "../firm/firm.ts";
import { isCalendarDate } from "../scheduling/date-range.ts";
import type { LeadData } from "./lead.ts";

/** Values to store, and keys to remove because their input is null. */
export type LeadDataChange = { readonly set: LeadData; readonly removed: readonly string[] };

type FieldValidator = (value: unknown, field: LeadField) => string | null;

const VALIDATORS: Record<LeadField["type"], FieldValidator> = {
  text: (value) => {
    if (typeof value !== "string") return "must be a string";
    if (!value.isWellFormed()) return "must be well-formed Unicode";
    const characters = [...value.trim()].length;
    return characters > LIMITS.dataTextCharacters
      ? `must have at most ${LIMITS.dataTextCharacters} characters`
      : null;
  },
  number: (value) => (isStorableNumber(value) ? null : "must be a number between ±9007199254740991"),
  boolean: (value) => (typeof value === "boolean" ? null : "must be true or false"),
  date: (value) =>
    typeof value === "string" && isCalendarDate(value.trim()) ? null : "must be a date (YYYY-MM-DD)",
  select: (value, { options }) =>
    typeof value === "string" && options.includes(value.trim())
      ? null
      : `must be one of: ${options.join(", ")}`,
};

/** A violation for each value that does not fit its field. Keys that the firm does not define are ignored. */
export const leadDataViolations = (input: unknown, fields: readonly LeadField[]): Violation[] =>
  inputFields(input, fields).flatMap(({ field, value }) => {
    const message = value === null ? null : VALIDATORS[field.type](value, field);
    return message === null ? [] : [{ field: `data.${field.key}`, message }];
  });

/** Turns validated input into a change of the fields that the firm defines. */
export const leadDataChange = (input: unknown, fields: readonly LeadField[]): LeadDataChange => {
  const values = inputFields(input, fields).map(
    ({ field, value }) => [field.key, storedValue(value)] as const,
  );
  return {
    set: Object.fromEntries(values.flatMap(([key, value]) => (value === null ? [] : [[key, value]]))),
    removed: values.flatMap(([key, value]) => (value === null ? [key] : [])),
  };
};

/** A lead's data after a change. */
export const mergedData = (data: LeadData, { set, removed }: LeadDataChange): LeadData =>
  Object.fromEntries(Object.entries({ ...data, ...set }).filter(([key]) => !removed.includes(key)));

/** Many long texts together would exceed the size of a stored record and of an event. */
export const dataSizeViolations = (data: LeadData): Violation[] =>
  Buffer.byteLength(JSON.stringify(data)) > LIMITS.dataBytes
    ? [{ field: "data", message: `must have at most ${LIMITS.dataBytes} bytes in all` }]
    : [];

const inputFields = (input: unknown, fields: readonly LeadField[]) => {
  if (typeof input !== "object" || input === null) return [];
  const values = new Map<string, unknown>(Object.entries(input));
  return fields.flatMap((field) => (values.has(field.key) ? [{ field, value: values.get(field.key) }] : []));
};

const storedValue = (value: unknown) => {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number") return value === 0 ? 0 : value; // DynamoDB and JSON do not preserve -0.
  return typeof value === "boolean" ? value : null;
};

/** The entries of the input that differ from the stored data; anything but an object is returned as it is. */
export const changedData = (input: unknown, stored: LeadData): unknown =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? Object.fromEntries(
        Object.entries(input).filter(
          ([key, value]) => !(Object.hasOwn(stored, key) && stored[key] === value),
        ),
      )
    : input;
