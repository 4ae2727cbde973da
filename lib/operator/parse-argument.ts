import { InvalidArgumentError } from "commander";
import * as z from "zod";
import { isUuid } from "../../shared/runtime/record-id.ts";
import { instantInput } from "../../shared/schema/time.ts";

/** Reads an argument that is a whole number in a range. */
export const parseWholeNumber = (minimum: number, maximum: number) => (text: string) => {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= minimum && number <= maximum) return number;
  throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
};

/** Reads an argument that is the id of a record, in any case. */
export const parseId = (noun: string) => (text: string) => {
  if (!isUuid(text)) throw new InvalidArgumentError(`It must be the id of a ${noun}.`);
  return text.toLowerCase();
};

/** Reads an argument that is an instant. */
export const parseInstant = (text: string): Date => {
  const { data } = z.safeParse(instantInput(), text);
  if (data === undefined)
    throw new InvalidArgumentError("It must be an instant such as 2026-11-22T08:30:00Z.");
  return new Date(data);
};

/** Reads an argument in the way that the API reads a field of a body; a blank one is empty. */
export const parseField =
  <Field extends string>(body: () => z.core.$ZodType<{ [name in Field]?: string | null }>, field: Field) =>
  (text: string): string => {
    const { data, error } = z.safeParse(body(), { [field]: text });
    if (error) throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
    return data[field] ?? "";
  };
