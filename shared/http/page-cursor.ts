import { createHash } from "node:crypto";
import { invalidRequest } from "../contract/app-error.ts";
import type { Violation } from "../contract/schema/violations.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";

const ID_BYTES = 16;
const CHECKSUM_BYTES = 8;

/** The violation of a cursor that is not one of the list. */
export const NEXT_CURSOR = { field: "cursor", message: "is not the next_cursor of a page of this list" };

/**
 * The cursor of one firm's list with one set of filters: the last record's id and a checksum over all three, which
 * detects a corrupted cursor and one of another firm or other filters. It guards against mistakes only: the firm of
 * the key decides what a caller may see.
 */
export const pageCursor = (firm: FirmId, filters: unknown, violation: Violation = NEXT_CURSOR) => {
  const checksum = (id: Buffer) =>
    createHash("sha256")
      .update(`${firm}\n${JSON.stringify(filters)}\n`)
      .update(id)
      .digest()
      .subarray(0, CHECKSUM_BYTES);
  return {
    encode: (id: string | null): string | null => {
      if (id === null) return null;
      const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
      return Buffer.concat([bytes, checksum(bytes)]).toString("base64url");
    },

    /** @throws AppError `invalid_request` */
    decode: (cursor: string | undefined): string | null => {
      if (cursor === undefined) return null;
      const bytes = Buffer.from(cursor, "base64url");
      const id = bytes.subarray(0, ID_BYTES);
      const isWellFormed =
        bytes.toString("base64url") === cursor && bytes.length === ID_BYTES + CHECKSUM_BYTES;
      if (!isWellFormed || !checksum(id).equals(bytes.subarray(ID_BYTES))) {
        throw invalidRequest([violation]);
      }
      return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },
  };
};
