import { invalidRequest } from "../contract/app-error.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";
import { NEXT_CURSOR, pageCursor } from "./page-cursor.ts";

const SEPARATOR = ".";

/** How far a walk has come, and where it ends: the first request of a walk decides that. */
type Position = { readonly afterId: string; readonly toId: string };

/** The cursor of a walk over one firm's inbound deliveries with one set of filters. */
export const replayCursor = (firm: FirmId, filters: unknown) => {
  const ends = pageCursor(firm, filters);
  /** A position counts with its own end only. */
  const positions = (toId: string) => pageCursor(firm, { filters, toId });
  return {
    encode: ({ afterId, toId }: Position): string =>
      [ends.encode(toId), positions(toId).encode(afterId)].join(SEPARATOR),

    /** @throws AppError `invalid_request` */
    decode: (text: string | undefined): Position | null => {
      if (text === undefined) return null;
      const [end, position, ...others] = text.split(SEPARATOR);
      const toId = ends.decode(end);
      const afterId = toId && positions(toId).decode(position);
      if (!toId || !afterId || others.length > 0) throw invalidRequest([NEXT_CURSOR]);
      return { afterId, toId };
    },
  };
};
