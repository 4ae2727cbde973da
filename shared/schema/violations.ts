import type * as z from "zod/mini";
import { truncate } from "./text.ts";

/** One invalid part of a request. `field` is a dotted path, a query parameter or a header. */
export type Violation = { readonly field: string; readonly message: string };

/** The most in one response or stored record. */
export const VIOLATIONS_MAXIMUM = 100;
const FIELD_CHARACTERS = 200;
const MESSAGE_CHARACTERS = 1_000;
const VIOLATIONS_BYTES = 24 * 1024;

/** Returns the first violations, each truncated and well-formed Unicode, within the limits of one response or stored record. */
export const boundViolations = (violations: readonly Violation[]): Violation[] => {
  const bounded: Violation[] = [];
  let bytes = 0;
  for (const { field, message } of violations.slice(0, VIOLATIONS_MAXIMUM)) {
    const violation = {
      field: truncate(field.toWellFormed(), FIELD_CHARACTERS),
      message: truncate(message.toWellFormed(), MESSAGE_CHARACTERS),
    };
    bytes += Buffer.byteLength(JSON.stringify(violation));
    if (bytes > VIOLATIONS_BYTES) break;
    bounded.push(violation);
  }
  return bounded;
};

/** Returns the first violation of each field. */
export const firstPerField = (violations: readonly Violation[]): Violation[] => {
  const fields = new Set<string>();
  return violations.filter(({ field }) => !fields.has(field) && fields.add(field));
};

/**
 * Returns the first violation of each field: if a value has the wrong type, its other violations are redundant.
 * `rootName` is the field of an issue with the value as a whole.
 */
export const toViolations = ({ issues }: z.core.$ZodError, rootName: string): Violation[] =>
  firstPerField(
    issues.map(({ path, message }) => ({ field: path.length === 0 ? rootName : fieldPath(path), message })),
  );

/** Formats a path as `stages[0].key`. */
const fieldPath = (path: readonly PropertyKey[]) => {
  const text = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return text.startsWith(".") ? text.slice(1) : text;
};

type List<Schema> = { readonly input: unknown; readonly entry: Schema; readonly maximum: number };

/**
 * Validates the entries of a list that match their schema. The schema reports the other entries, and a list that is too
 * long. Violations name each entry by its index in the input.
 */
export const validateWellFormedEntries = <Schema extends z.ZodMiniType>(
  { input, entry, maximum }: List<Schema>,
  validate: (entries: readonly z.output<Schema>[]) => Violation[],
): Violation[] => {
  if (!Array.isArray(input) || input.length > maximum) return [];
  const wellFormed = input.flatMap((value: unknown, index) => {
    const parsed = entry.safeParse(value);
    return parsed.success ? [{ index, entry: parsed.data }] : [];
  });
  // Only the first index refers to the list; later ones refer to lists within an entry.
  const withInputIndex = (text: string) =>
    text.replace(/\[(\d+)\]/, (_, position: string) => `[${wellFormed[Number(position)]?.index}]`);
  return validate(wellFormed.map((each) => each.entry)).map(({ field, message }) => ({
    field: withInputIndex(field),
    message: withInputIndex(message),
  }));
};

/** Returns a violation for each text that equals an earlier one. */
export const duplicateViolations = (
  texts: readonly string[],
  fieldOf: (index: number) => string,
): Violation[] =>
  texts.flatMap((text, index) => {
    const first = texts.indexOf(text);
    return first < index ? [{ field: fieldOf(index), message: `must differ from ${fieldOf(first)}` }] : [];
  });
