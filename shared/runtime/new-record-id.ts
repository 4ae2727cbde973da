import { v7 } from "uuid";

/** A UUIDv7 (RFC 9562 §5.7) with `nowMilliseconds` as its time part, so that ids sort by creation. */
export const newRecordId = (nowMilliseconds: number): string => v7({ msecs: nowMilliseconds });
