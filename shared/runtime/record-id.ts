import { createHash, randomFillSync } from "node:crypto";
import { v7 } from "uuid";

/** Returns the creation instant in a UUIDv7: its first 48 bits, in epoch milliseconds. */
export const createdAtMilliseconds = (id: string) => Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** Returns the creation instant in a UUIDv7, as ISO-8601 UTC with milliseconds. */
export const createdAt = (id: string) => new Date(createdAtMilliseconds(id)).toISOString();

/** Returns the smallest id of records created at an instant: a lower bound when ids are compared as text. */
export const idAt = (milliseconds: number) => {
  const hex = milliseconds.toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
};

/** Sorts after every id. */
export const LAST_ID = "ffffffff-ffff-ffff-ffff-ffffffffffff";

export const isUuid = (value: unknown): value is string =>
  typeof value === "string" &&
  value.length === LAST_ID.length &&
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

const ID_BYTES = 16;
const randomBytes = Buffer.alloc(128 * ID_BYTES);
let usedBytes = randomBytes.length;

/** Returns random bytes from a buffer for 128 ids. A separate call for each id takes longer than all else of an id. */
const nextRandomBytes = (): Buffer => {
  if (usedBytes === randomBytes.length) {
    randomFillSync(randomBytes);
    usedBytes = 0;
  }
  usedBytes += ID_BYTES;
  return randomBytes.subarray(usedBytes - ID_BYTES, usedBytes);
};

/** The time and the counter of the last id. */
const last = { milliseconds: -1, sequence: 0 };

/**
 * Returns a UUIDv7 (RFC 9562 §5.7) with `nowMilliseconds` as its time part, so that ids sort by creation. A counter
 * with a random start orders the ids of one millisecond (§6.2): they sort as this instance created them.
 */
export const newRecordId = (nowMilliseconds: number): string => {
  const random = nextRandomBytes();
  last.sequence = nowMilliseconds === last.milliseconds ? last.sequence + 1 : random.readUInt32BE() >>> 1;
  last.milliseconds = nowMilliseconds;
  return v7({ msecs: nowMilliseconds, seq: last.sequence, random });
};

/**
 * Derives an id from an id and a text. The result is always the same. Its time part is that of the given id, or the
 * next millisecond after that of `previous`, whichever is later.
 */
export const derivedId = (id: string, text: string, previous?: string): string =>
  v7({
    msecs: Math.max(
      createdAtMilliseconds(id),
      previous === undefined ? 0 : createdAtMilliseconds(previous) + 1,
    ),
    random: createHash("sha256").update(id).update(text).digest().subarray(0, ID_BYTES),
  });
