import type * as z from "zod/mini";
import type { Violation } from "../contract/app-error.ts";

type List<Schema> = { readonly sent: unknown; readonly entry: Schema; readonly maximum: number };

/**
 * Judges those entries of a list that have the right shape; what is wrong with the shape of the others, or of the
 * list, is the schema's to say. Violations name entries by their place in the list as it was sent.
 */
export const validateWellFormedEntries = <Schema extends z.ZodMiniType>(
  { sent, entry, maximum }: List<Schema>,
  judge: (entries: readonly z.output<Schema>[]) => Violation[],
): Violation[] => {
  if (!Array.isArray(sent) || sent.length > maximum) return [];
  const sound = sent.flatMap((value: unknown, place) => {
    const parsed = entry.safeParse(value);
    return parsed.success ? [{ place, entry: parsed.data }] : [];
  });
  // The first index is the list's own; one behind it counts within an entry.
  const asSent = (text: string) =>
    text.replace(/\[(\d+)\]/, (_, index: string) => `[${sound[Number(index)]?.place}]`);
  return judge(sound.map((each) => each.entry)).map(({ field, message }) => ({
    field: asSent(field),
    message: asSent(message),
  }));
};
