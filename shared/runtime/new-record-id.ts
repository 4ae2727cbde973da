import { v7 } from "uuid";

/** A UUIDv7 (RFC 9562 §5.7) whose time part is `nowMilliseconds`: sorted by id is sorted by creation. */
export const newRecordId = (nowMilliseconds: number): string => v7({ msecs: nowMilliseconds });

/** The UUIDv7 that tells one stored change from every other, and the instant of the change (ISO-8601 UTC). */
export type Change = { readonly id: string; readonly at: string };

export const changeAt = (nowMilliseconds: number): Change => ({
  id: newRecordId(nowMilliseconds),
  at: new Date(nowMilliseconds).toISOString(),
});
