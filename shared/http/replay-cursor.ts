import { invalidRequest } from "../contract/app-error.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";
import { NEXT_CURSOR, pageCursor } from "./page-cursor.ts";

const SEPARATOR = ".";

/** How far a walk has come, and where it ends: the first request of a walk decides that. */
type Position = { readonly afterId: string; readonly toId: string };

/** The cursor of a walk over one firm's inbound deliveries with one set of filters. */
export const replayCursor = (firm: FirmId, filters: unknown) => {
  const ids = pageCursor(firm, filters);
  return {
    encode: ({ afterId, toId }: Position): string => [afterId, toId].map(ids.encode).join(SEPARATOR),

    /** @throws AppError `invalid_request` */
    decode: (text: string | undefined): Position | null => {
      if (text === undefined) return null;
      const [afterId, toId] = text.split(SEPARATOR).map(ids.decode);
      if (!afterId || !toId) throw invalidRequest([NEXT_CURSOR]);
      return { afterId, toId };
    },
  };
};
