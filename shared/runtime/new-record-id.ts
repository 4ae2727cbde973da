import { randomFillSync } from "node:crypto";
import { v7 } from "uuid";

const ID_BYTES = 16;
const randomBytes = new Uint8Array(128 * ID_BYTES);
let usedBytes = randomBytes.length;

/** Bytes of a buffer that is filled for 128 ids at once. To ask for each takes longer than all else of an id. */
const nextRandomBytes = (): Uint8Array => {
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes);
    usedBytes = 0;
  }
  usedBytes += ID_BYTES;
  return randomBytes.subarray(usedBytes - ID_BYTES, usedBytes);
};

/** A UUIDv7 (RFC 9562 §5.7) with `nowMilliseconds` as its time part, so that ids sort by creation. */
export const newRecordId = (nowMilliseconds: number): string =>
  v7({ msecs: nowMilliseconds, random: nextRandomBytes() });
