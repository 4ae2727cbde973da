import { invalidRequest } from "../contract/app-error.ts";
import type { EventFilters } from "../domain/events/event-filters.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";
import type { LogPosition } from "../storage/events/event-log.ts";
import { pageCursor } from "./page-cursor.ts";

const NUMBER_DIGITS = 16;
const NO_POSITION = "is not the latest of an earlier response";

/** A position in a firm's event log as an opaque text: the same whatever the filters, and of no use to another firm. */
export const logCursor = (firm: FirmId) => ({
  encode: ({ batch, offset }: LogPosition): string =>
    pageCursor(firm, "event log").encode(toHex(batch) + toHex(offset)) ?? "",

  /** @throws AppError `invalid_request` that names the query parameter */
  decode: (text: string, field: "after" | "cursor"): LogPosition => {
    const cursor = pageCursor(firm, "event log", { field, message: NO_POSITION });
    const digits = cursor.decode(text)?.replaceAll("-", "") ?? "";
    return {
      batch: Number.parseInt(digits.slice(0, NUMBER_DIGITS), 16),
      offset: Number.parseInt(digits.slice(NUMBER_DIGITS), 16),
    };
  },
});

const toHex = (number: number) => number.toString(16).padStart(NUMBER_DIGITS, "0");

/** A page of the list, newest first: after an event, up to the position that the first page began with. */
type ListPage = { readonly afterId: string; readonly latest: LogPosition };

const SEPARATOR = ".";

export const listCursor = (firm: FirmId, filters: EventFilters) => {
  const ids = pageCursor(firm, { list: "events", ...filters });
  return {
    encode: ({ afterId, latest }: ListPage): string =>
      [ids.encode(afterId), logCursor(firm).encode(latest)].join(SEPARATOR),

    /** @throws AppError `invalid_request` */
    decode: (text: string | undefined): ListPage | null => {
      if (text === undefined) return null;
      const [id = "", position = ""] = text.split(SEPARATOR);
      const afterId = ids.decode(id);
      if (afterId === null) throw invalidRequest([{ field: "cursor", message: NO_POSITION }]);
      return { afterId, latest: logCursor(firm).decode(position, "cursor") };
    },
  };
};
