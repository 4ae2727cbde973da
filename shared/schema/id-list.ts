import * as z from "zod/mini";
import { isUuid } from "../runtime/record-id.ts";
import { noLongerThan } from "./zod.ts";

const ID = "[0-9A-Fa-f-]{36}";

/** An id, a comma and a space on each side. */
const ENTRY_CHARACTERS = 39;

/** The ids of records in a query, separated by commas. */
export const idList = (maximum: number, nouns: string) => {
  const message = `must be at most ${maximum} ids of ${nouns}, separated by commas`;
  return z.string().check(
    z.trim(),
    noLongerThan(maximum * ENTRY_CHARACTERS, message),
    z.regex(new RegExp(`^${ID}( *, *${ID}){0,${maximum - 1}}$`), message),
    z.refine((list) => idsIn(list).every(isUuid), message),
  );
};

/** Returns the ids in such a list, each once; none without a list. */
export const idsIn = (list: string | undefined): string[] =>
  list === undefined ? [] : [...new Set(list.split(",").map((id) => id.trim().toLowerCase()))];
