import type { Violation } from "../../contract/app-error.ts";
import { LIMITS } from "../../contract/schema/limits.ts";
import type { LeadField } from "../firm/firm.ts";
import { isCalendarDate } from "../scheduling/date-range.ts";
import type { LeadData } from "./lead.ts";

/** Values to store, and keys to remove because null was sent for them. */
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

// Beyond 2^53 JSON has lost digits already, and below 10^-130 the store cannot hold a number.
const isStorableNumber = (value: unknown) =>
  typeof value === "number" &&
  Math.abs(value) <= Number.MAX_SAFE_INTEGER &&
  (value === 0 || Math.abs(value) >= 1e-130);

/** Every value sent that does not fit its field; keys that the firm does not define are no violation. */
export const leadDataViolations = (sent: unknown, fields: readonly LeadField[]): Violation[] =>
  sentFields(sent, fields).flatMap(({ field, value }) => {
    const message = value === null ? null : VALIDATORS[field.type](value, field);
    return message === null ? [] : [{ field: `data.${field.key}`, message }];
  });

/** What of the sent data is to be stored: only fields that the firm defines. Judge it first. */
export const leadDataChange = (sent: unknown, fields: readonly LeadField[]): LeadDataChange => {
  const values = sentFields(sent, fields).map(({ field, value }) => [field.key, storedValue(value)] as const);
  return {
    set: Object.fromEntries(values.flatMap(([key, value]) => (value === null ? [] : [[key, value]]))),
    removed: values.flatMap(([key, value]) => (value === null ? [key] : [])),
  };
};

/** A lead's data after a change. */
export const mergedData = (data: LeadData, { set, removed }: LeadDataChange): LeadData =>
  Object.fromEntries(Object.entries({ ...data, ...set }).filter(([key]) => !removed.includes(key)));

/** Many long texts together would outgrow the store's record and the bus's event. */
export const dataSizeViolations = (data: LeadData): Violation[] =>
  Buffer.byteLength(JSON.stringify(data)) > LIMITS.dataBytes
    ? [{ field: "data", message: `must have at most ${LIMITS.dataBytes} bytes in all` }]
    : [];

const sentFields = (sent: unknown, fields: readonly LeadField[]) => {
  if (typeof sent !== "object" || sent === null) return [];
  const values = new Map<string, unknown>(Object.entries(sent));
  return fields.flatMap((field) => (values.has(field.key) ? [{ field, value: values.get(field.key) }] : []));
};

const storedValue = (value: unknown) => {
  if (typeof value === "string") return value.trim();
  if (typeof value === "number") return value === 0 ? 0 : value; // -0 is no number of JSON's
  return typeof value === "boolean" ? value : null;
};
