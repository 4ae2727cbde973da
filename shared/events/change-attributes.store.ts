import * as z from "zod/mini";
import type { Change } from "../api/change.ts";

/**
 * The attributes that every write of a record that emits events sets: `changeId` makes the stream invoke the publisher,
 * which reads them.
 */
export const changeAttributes = ({ id, actor, requestId }: Omit<Change, "at">) => ({
  changeId: id,
  actor,
  // Null replaces the request of an earlier change.
  requestId: requestId ?? null,
});

/** The mark of a record whose personal data were erased; absent from all others. */
export const erasureItem = () => z.optional(z.object({ at: z.string(), changeId: z.string() }));
