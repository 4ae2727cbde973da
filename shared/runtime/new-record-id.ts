import { v7 } from "uuid";

/** A UUIDv7 (RFC 9562 §5.7) with `nowMilliseconds` as its time part, so that ids sort by creation. */
export const newRecordId = (nowMilliseconds: number): string => v7({ msecs: nowMilliseconds });

/** The UUIDv7 that identifies one stored change, and the instant of the change (ISO-8601 UTC). */
export type Change = { readonly id: string; readonly at: string };

export const changeAt = (nowMilliseconds: number): Change => ({
  id: newRecordId(nowMilliseconds),
  at: new Date(nowMilliseconds).toISOString(),
});
