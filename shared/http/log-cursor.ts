import type { FirmId } from "../domain/firm/firm-id.ts";
import { LOG_START, type LogPosition } from "../storage/events/event-log.ts";
import { pageCursor } from "./page-cursor.ts";

const NUMBER_DIGITS = 16;

/** A position in a firm's event log as an opaque text: the same whatever the filters, and of no use to another firm. */
export const logCursor = (firm: FirmId, field: "after" | "cursor") => {
  const cursor = pageCursor(firm, "event log", {
    field,
    problem: "is not the latest of an earlier response",
  });
  return {
    encode: ({ batch, offset }: LogPosition) => cursor.encode(toHex(batch) + toHex(offset)),

    /** @throws AppError `invalid_request` */
    decode: (after: string): LogPosition => {
      const digits = cursor.decode(after)?.replaceAll("-", "") ?? "";
      if (digits === "") return LOG_START;
      return {
        batch: Number.parseInt(digits.slice(0, NUMBER_DIGITS), 16),
        offset: Number.parseInt(digits.slice(NUMBER_DIGITS), 16),
      };
    },
  };
};

const toHex = (number: number) => number.toString(16).padStart(NUMBER_DIGITS, "0");
