import type * as z from "zod/mini";
import type { Violation } from "./violations.ts";

type List<Schema> = { readonly input: unknown; readonly entry: Schema; readonly maximum: number };

/**
 * Validates the entries of a list that match their schema; the schema itself reports the others, and a list
 * that is too long. Violations name each entry by its index in the input.
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
