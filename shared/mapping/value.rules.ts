import { ownProperty } from "../runtime/collections.ts";
import { isBlankInput, scalarText } from "../schema/json-path.ts";
import { canonicalText } from "../schema/json-text.ts";
import { LIMITS } from "../schema/limits.ts";
import { isLongerThan, withoutPhoneScheme } from "../schema/text.ts";
import type { Violation } from "../schema/violations.ts";
import { dataValueViolations } from "../settings/custom-data.rules.ts";
import type { CustomField } from "../settings/firm.rules.ts";
import { isNameInLines } from "./full-name.rules.ts";

/** A text, its problem, or neither if it is blank or absent. Both if it is only the beginning of a longer text. */
export type TextReading = { readonly value?: string; readonly problem?: string };

/**
 * Reads text on one line, or a number as text: forms and spreadsheets send phone numbers as either. A list of these,
 * such as ticked boxes, becomes one text.
 */
export const readText = (input: unknown): TextReading => textJoinedBy(", ", input, singleLine);

const textJoinedBy = (separator: string, input: unknown, lineOf: (text: string) => string): TextReading => {
  const text = joined(input, separator);
  if (Array.isArray(text)) return { problem: listProblem(text) };
  const read = textOrNumber(text);
  return read.value === undefined ? read : { value: lineOf(read.value) };
};

/** Reads the same for a phone number, even an invalid one. */
export const readPhone = (input: unknown): TextReading => {
  const { value, ...others } = readText(input);
  const number = value && withoutPhoneScheme(value);
  return number ? { value: number } : others;
};

const NAME_IN_LINES = { problem: 'has lines such as "first = …": send each part as a field of its own' };

/** Returns the beginning of a name on one line: the rest of a longer text is no part of any name. */
const nameLine = (text: string) => {
  const beginning = text.slice(0, LIMITS.dataTextCharacters);
  // A cut may have split the last character. One that was sent as half a character is a fault of the sender.
  return singleLine(beginning === text ? text : beginning.replace(/[\uD800-\uDBFF]$/, ""));
};

/** Reads a first or last name as text. */
const readName = (input: unknown): TextReading =>
  isNameInLines(input) ? NAME_IN_LINES : textJoinedBy(", ", input, nameLine);

/** Reads a full name, or a list of its parts, as text. */
const readFullName = (input: unknown): TextReading => {
  if (isNameInLines(input)) return NAME_IN_LINES;
  const read = textJoinedBy(" ", input, (text) => text);
  if (read.value === undefined) return read;
  const problem = `must have at most ${LIMITS.dataTextCharacters} characters`;
  return {
    value: nameLine(read.value),
    ...(isLongerThan(read.value, LIMITS.dataTextCharacters) && { problem }),
  };
};

/** The readers of texts for which `readText` does not suffice, by their targets. */
export const READERS: Readonly<Record<string, (input: unknown) => TextReading>> = {
  phone: readPhone,
  first_name: readName,
  last_name: readName,
  full_name: readFullName,
};

const textOrNumber = (input: unknown): TextReading => {
  if (isBlankInput(input)) return {};
  if (typeof input === "string") return { value: input.trim() };
  if (typeof input !== "number") return { problem: "must be text or a number" };
  return isExact(input) ? { value: String(input) } : { problem: LOST_DIGITS };
};

/** Returns the reason why a list cannot become text. */
const listProblem = (list: readonly unknown[]): string =>
  list.every((entry) => typeof entry === "string" || typeof entry === "number")
    ? "has a number that has lost digits: send it as text"
    : "must be text, a number or a list of these";

/** Reads an external id. Rejects a number that may have lost digits: two people with the same id would get the same lead. */
export const readExternalId = (input: unknown): TextReading => {
  if (typeof input === "number" && !isExactId(input)) return { problem: LOST_DIGITS };
  const read = textOrNumber(input);
  const { value } = read;
  if (value === undefined) return read;
  if (isLongerThan(value, LIMITS.externalIdCharacters))
    return { problem: `must have at most ${LIMITS.externalIdCharacters} characters` };
  return value.isWellFormed() ? read : { problem: "must be well-formed Unicode" };
};

/** Converts a value to the type of its firm-defined field. Leaves a value that does not fit. */
export const dataValue = (input: unknown, field: CustomField): unknown => {
  if (isBlankInput(input)) return undefined;
  return CONVERTERS[field.type](typeof input === "string" ? input.trim() : input, field);
};

/** Returns a violation for each converted value that does not fit its field. */
export const misfitsIn = (
  data: Readonly<Record<string, unknown>>,
  fields: readonly CustomField[],
): Violation[] =>
  fields.flatMap((field) => {
    const value = ownProperty(data, field.key);
    if (value === undefined) return [];
    const isReadAsText = field.type === "text" || (field.type === "select" && typeof value === "number");
    return dataValueViolations({ [field.key]: value }, [field]).map((violation) => ({
      ...violation,
      message: (isReadAsText ? readText(value).problem : undefined) ?? violation.message,
    }));
  });

/** Joins a list of texts and numbers into one text. Returns other values unchanged. */
const joined = (input: unknown, separator = ", "): unknown => {
  if (!Array.isArray(input)) return input;
  const texts = input.map(numberAsText).filter((entry) => typeof entry === "string");
  return texts.length === input.length ? texts.map((text) => text.trim()).join(separator) : input;
};

/** Returns a sent value as text, whatever the present type of its field: a text or number as text, anything else as JSON. */
export const sentText = (input: unknown): string => {
  if (isBlankInput(input)) return "";
  const text = numberAsText(joined(input));
  return typeof text === "string" ? text.trim() : canonicalText(text);
};

const LOST_DIGITS = "is a number that has lost digits: send it as text";

/** Replaces line breaks or control characters, which are no reason to reject a lead. Leaves a text that fits no field. */
const withSpacesFor = (characters: RegExp) => (text: string) =>
  text.length > LIMITS.dataTextCharacters ? text : text.replaceAll(characters, " ").trim();

const singleLine = withSpacesFor(/[\p{Cc}\p{Zl}\p{Zp}]+/gu);

const printable = withSpacesFor(/[^\P{Cc}\t\n\r]+/gu);

/** Returns whether an id is exact. Decimals of up to 15 significant digits stay distinct (IEEE 754); longer ones may not. */
const isExactId = (number: number) =>
  Number.isSafeInteger(number) || (isExact(number) && significantDigits(number) <= 15);

const significantDigits = (number: number) =>
  String(number).replace(/e.*$/, "").replaceAll(/\D/g, "").replace(/^0+/, "").length;

const isExact = (number: number) => Math.abs(number) <= Number.MAX_SAFE_INTEGER;

const numberAsText = (input: unknown) =>
  typeof input === "number" && isExact(input) ? String(input) : input;

const CONVERTERS: Record<CustomField["type"], (input: unknown, field: CustomField) => unknown> = {
  text: (input) => {
    const text = numberAsText(joined(input));
    return typeof text === "string" ? printable(text) : text;
  },
  date: (input) => input,
  number: (input) => (typeof input === "string" && isNumberText(input) ? Number(input) : input),
  boolean: (input) => BOOLEAN_WORDS.get(scalarText(input)?.toLowerCase() ?? "") ?? input,
  select: (input, { options }) => {
    const text = numberAsText(input);
    if (typeof text !== "string" || isLongerThan(text, LIMITS.optionCharacters)) return text;
    const folded = text.toLowerCase();
    return options.includes(text) ? text : (options.find((each) => each.toLowerCase() === folded) ?? text);
  },
};

/** More than any number needs. */
const NUMBER_CHARACTERS = 100;

const isNumberText = (text: string) => text.length <= NUMBER_CHARACTERS && NUMBER_TEXT.test(text);

const NUMBER_TEXT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** Booleans of check boxes and spreadsheets, in any case; also the numbers 1 and 0. */
const BOOLEAN_WORDS = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);
