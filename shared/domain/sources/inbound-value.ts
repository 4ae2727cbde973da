import { LIMITS } from "../../contract/schema/limits.ts";
import type { LeadField } from "../firm/firm.ts";

/** A value as a lead can have it, the reason why it cannot, or neither where there is nothing. */
export type InboundValue<Value> = { readonly value?: Value; readonly problem?: string };

const NOTHING = {};

/** Text, or a number as text: forms and spreadsheets send phone numbers as either. */
export const inboundText = (found: unknown): InboundValue<string> => {
  if (isNothing(found)) return NOTHING;
  if (typeof found === "string") return { value: found.trim() };
  if (typeof found !== "number") return { problem: "must be text or a number" };
  return isExact(found) ? { value: String(found) } : { problem: LOST_DIGITS };
};

/** Two different ids beyond 2^53 may have become the same number, and so two people the same lead. */
export const inboundExternalId = (found: unknown): InboundValue<string> => {
  if (typeof found === "number" && !Number.isSafeInteger(found)) return { problem: LOST_DIGITS };
  const { value, problem } = inboundText(found);
  if (value === undefined) return problem === undefined ? NOTHING : { problem };
  if (!value.isWellFormed()) return { problem: "must be well-formed Unicode" };
  return [...value].length > LIMITS.externalIdCharacters
    ? { problem: `must have at most ${LIMITS.externalIdCharacters} characters` }
    : { value };
};

/** What a firm-defined field gets; what does not fit it is left for the field's own judge to say. */
export const inboundDataValue = (found: unknown, field: LeadField): unknown => {
  if (isNothing(found)) return undefined;
  return READERS[field.type](typeof found === "string" ? found.trim() : found, field);
};

const LOST_DIGITS = "is a number that has lost digits: send it as text";

const isNothing = (found: unknown) =>
  found === undefined || found === null || (typeof found === "string" && found.trim() === "");

const isExact = (number: number) => Math.abs(number) <= Number.MAX_SAFE_INTEGER;

const asText = (found: unknown) => (typeof found === "number" && isExact(found) ? String(found) : found);

const READERS: Record<LeadField["type"], (found: unknown, field: LeadField) => unknown> = {
  text: asText,
  date: (found) => found,
  number: (found) => (typeof found === "string" && NUMBER.test(found) ? Number(found) : found),
  boolean: (found) => WORDS.get(String(found).toLowerCase()) ?? found,
  select: (found, { options }) => {
    const text = asText(found);
    if (typeof text !== "string" || options.includes(text)) return text;
    return options.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text;
  },
};

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** What check boxes and spreadsheets say, in any case; `1` and `0` as numbers, too. */
const WORDS = new Map([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);
