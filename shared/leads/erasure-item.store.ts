import * as z from "zod/mini";

/** The mark of a record whose personal data were erased; absent from all others. */
export const erasureItem = () => z.optional(z.object({ at: z.string(), changeId: z.string() }));
