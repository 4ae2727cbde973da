import { createHash } from "node:crypto";
import { invalidRequest } from "../contract/app-error.ts";
import type { FirmId } from "../domain/firm/firm-id.ts";

const ID_BYTES = 16;
const CHECKSUM_BYTES = 8;

/**
 * The cursor of one firm's list under one set of filters: the last record's id and a checksum over all three, so
 * that a corrupted cursor, another firm's and another filter's are told. It guards against mistakes; what a caller
 * may see is settled by the firm of its key.
 */
export const pageCursor = (firm: FirmId, filters: unknown) => {
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
      const intact = bytes.toString("base64url") === cursor && bytes.length === ID_BYTES + CHECKSUM_BYTES;
      if (!intact || !checksum(id).equals(bytes.subarray(ID_BYTES))) {
        throw invalidRequest([{ field: "cursor", message: "is not the next_cursor of a page of this list" }]);
      }
      return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    },
  };
};
