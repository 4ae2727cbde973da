import { joinCursors, pageCursor, splitCursors } from "../api/page-cursor.ts";
import type { FirmId } from "../table/firm-id.ts";

/** How far a walk has come, and where it ends: the first request of a walk decides that. */
type Position = { readonly afterId: string; readonly toId: string };

/** The cursor of a walk over one firm's inbound deliveries with one set of filters. */
export const replayCursor = (firm: FirmId, filters: unknown) => {
  const ends = pageCursor(firm, filters);
  /** A position counts with its own end only. */
  const positions = (toId: string) => pageCursor(firm, { filters, toId });
  return {
    encode: ({ afterId, toId }: Position): string =>
      joinCursors([ends.encode(toId), positions(toId).encode(afterId)]),

    /** @throws AppError `invalid_request` */
    decode: (text: string | undefined): Position | null => {
      if (text === undefined) return null;
      const [end, position] = splitCursors(text);
      const toId = ends.decode(end);
      return { afterId: positions(toId).decode(position), toId };
    },
  };
};
