import * as z from "zod/mini";

/**
 * When the operator erased a record's personal data, and by which change, from which the id of its event derives. Absent
 * from all other records.
 */
export const erasureItem = () => z.optional(z.object({ at: z.string(), changeId: z.string() }));

export type Erasure = NonNullable<z.output<ReturnType<typeof erasureItem>>>;
