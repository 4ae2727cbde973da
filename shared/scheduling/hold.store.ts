import * as z from "zod/mini";
import { lazy } from "../schema/zod.ts";
import type { Write } from "../table/commit.ts";
import type { FirmId } from "../table/firm-id.ts";
import { nullIfMissing, type RecordRef, recordFromBody } from "../table/read-records.ts";
import { attorneyHoldsKey, holdKey, type Item } from "../table/record-keys.ts";
import { updateExpressions } from "../table/update-item.ts";
import { type Hold, isExpired, type StoredHold } from "./hold.rules.ts";

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

/** Reads a hold of this firm, live or not, or null. */
export const holdRecord = (firm: FirmId, id: string): RecordRef<StoredHold | null> => ({
  key: holdKey(firm, id),
  parse: nullIfMissing(parseHold),
});

/** Reads the same for an id from an unvalidated body. */
export const holdRecordFromBody = (firm: FirmId, id: unknown): RecordRef<StoredHold | null> =>
  recordFromBody(id, (uuid) => holdRecord(firm, uuid));

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

/** The expiry of each hold of an attorney, by id. `version` counts the holds ever made; 0 means that there is no item. */
export type AttorneyHolds = {
  readonly attorneyId: string;
  readonly version: number;
  readonly expiries: Readonly<Record<string, number>>;
};

const attorneyHoldsItem = lazy(() =>
  z.object({ version: z.number(), expiries: z.record(z.string(), z.number()) }),
);

export const attorneyHoldsRecord = (firm: FirmId, attorneyId: string): RecordRef<AttorneyHolds> => ({
  key: attorneyHoldsKey(firm, attorneyId),
  parse: (item) => ({ attorneyId, ...attorneyHoldsItem().parse(item ?? { version: 0, expiries: {} }) }),
});

export const countLiveHolds = ({ expiries }: AttorneyHolds, nowMilliseconds: number): number =>
  Object.values(expiries).filter((expiry) => !isExpired(expiry, nowMilliseconds)).length;

/** Adds a hold and drops expired ones. Requires that no hold was added since the read. */
export const holdAddition = (
  firm: FirmId,
  hold: Hold,
  { holds, nowMilliseconds }: { readonly holds: AttorneyHolds; readonly nowMilliseconds: number },
): Write => {
  const { version, expiries } = holds;
  const Key = attorneyHoldsKey(firm, hold.attorneyId);
  const expiry = Date.parse(hold.expiresAt);
  if (version === 0) return { New: { ...Key, expiries: { [hold.id]: expiry }, version: 1 } };
  const expired = Object.keys(expiries).filter((id) => isExpired(expiries[id] ?? 0, nowMilliseconds));
  const update = updateExpressions({
    set: [[["expiries", hold.id], expiry]],
    removed: expired.map((id) => ["expiries", id]),
    incremented: [["version"]],
    when: { version },
  });
  return { Update: { Key, ...update } };
};

/** Removes a hold. It only makes room for others, so it requires nothing. */
const holdRemoval = (firm: FirmId, { id, attorneyId }: Hold): Write => ({
  Update: {
    Key: attorneyHoldsKey(firm, attorneyId),
    UpdateExpression: "REMOVE expiries.#id",
    ExpressionAttributeNames: { "#id": id },
  },
});
