import { joinCursors, NEXT_CURSOR, pageCursor, splitCursors } from "../api/page.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { EventFilters } from "./event-filters.rules.ts";
import type { LogPosition } from "./event-log.store.ts";

/** A cursor holds an id of 16 bytes. */
const HEX_DIGITS = 32;
/** The violation of an `after` that is not a position of the log. */
const LATEST = { field: "after", message: "is not the latest of an earlier response" };

/** A position in a firm's event log as an opaque text: the same whatever the filters, and of no use to another firm. */
export const logCursor = (firm: FirmId) => ({
  encode: (position: LogPosition): string =>
    pageCursor(firm, "event log").encode(position.toString(16).padStart(HEX_DIGITS, "0")) ?? "",

  /** @throws AppError `invalid_request` with this violation */
  decode: (text: string, violation = LATEST): LogPosition =>
    Number.parseInt(pageCursor(firm, "event log", violation).decode(text).replaceAll("-", ""), 16),
});

/** A page of the list, newest first: after an event, up to the position that the first page began with. */
type ListPage = { readonly afterId: string; readonly latest: LogPosition };

export const listCursor = (firm: FirmId, filters: EventFilters) => {
  const ids = pageCursor(firm, { list: "events", ...filters });
  return {
    encode: ({ afterId, latest }: ListPage): string =>
      joinCursors([ids.encode(afterId), logCursor(firm).encode(latest)]),

    /** @throws AppError `invalid_request` */
    decode: (text: string | undefined): ListPage | null => {
      if (text === undefined) return null;
      const [id, position] = splitCursors(text);
      return { afterId: ids.decode(id), latest: logCursor(firm).decode(position, NEXT_CURSOR) };
    },
  };
};
