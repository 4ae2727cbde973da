import * as z from "zod/mini";
import { lazy } from "../api/schema/lazy.ts";
import { updateExpressions } from "../table/conditional-update.ts";
import type { FirmId } from "../table/firm-id.ts";
import type { Item } from "../table/item.ts";
import { nullIfMissing, type RecordRef } from "../table/read-records.ts";
import { recordFromBody } from "../table/record-from-body.ts";
import { holdKey } from "../table/record-keys.ts";
import type { Write } from "../table/write.ts";
import { holdRemoval } from "./attorney-holds.store.ts";
import { type Hold, isExpired } from "./hold.rules.ts";

/** A hold as it is stored: `ended` once it was deleted or has become a booking. */
export type StoredHold = Hold & { readonly ended: boolean };

const holdItem = lazy(() =>
  z.object({
    sk: z.string(),
    // Nested: an attribute `attorneyId` would put the item in an index.
    slot: z.object({ attorneyId: z.string(), startAt: z.string(), durationMinutes: z.number() }),
    expiresAt: z.string(),
    ended: z.boolean(),
  }),
);

const parseHold = (item: Item): StoredHold => {
  const { sk, slot, ...fields } = holdItem().parse(item);
  return { id: sk, ...slot, ...fields };
};

export const holdToItem = (firm: FirmId, { id, expiresAt, ...slot }: Hold): Item => ({
  ...holdKey(firm, id),
  slot,
  expiresAt,
  ended: false,
});

/** A hold of this firm, live or not, or null. */
export const holdRecord = (firm: FirmId, id: string): RecordRef<StoredHold | null> => ({
  key: holdKey(firm, id),
  parse: nullIfMissing(parseHold),
});

/** The same with an id from an unvalidated body. */
export const holdRecordFromBody = (firm: FirmId, id: unknown): RecordRef<StoredHold | null> =>
  recordFromBody(id, (uuid) => holdRecord(firm, uuid));

/** The hold if it still keeps its slot. */
export const liveHold = (hold: StoredHold | null, nowMilliseconds: number): Hold | null =>
  hold && !hold.ended && !isExpired(Date.parse(hold.expiresAt), nowMilliseconds) ? hold : null;

/** Ends a hold that has not ended. Other writes release its slot. */
export const holdEnding = (firm: FirmId, hold: Hold): Write[] => [
  {
    Update: {
      Key: holdKey(firm, hold.id),
      ...updateExpressions({ set: [[["ended"], true]], when: { ended: false } }),
    },
  },
  holdRemoval(firm, hold),
];
