import * as z from "zod/mini";
import { lazy } from "../../contract/schema/lazy.ts";
import { SCOPES } from "../../contract/scopes.ts";
import { firmIdFromVerifiedSource } from "../../domain/firm/firm-id.ts";
import { sendUpdate, type UpdateOutcome } from "../dynamodb/conditional-update.ts";
import type { Item } from "../dynamodb/item.ts";
import type { Table } from "../dynamodb/table.ts";
import { apiKeyRecordKey, sha256, sha256OfApiKeyRecordKey } from "../record-keys.ts";

const keyItem = lazy(() =>
  z.object({
    id: z.string(),
    firmId: z.pipe(z.string(), z.transform(firmIdFromVerifiedSource)),
    kind: z.enum(["api", "ingestion"]),
    name: z.string(),
    lastFour: z.string(),
    scopes: z.array(z.enum(SCOPES)),
    /** The API version that its requests get unless they name one. */
    apiVersion: z.string(),
    enabled: z.boolean(),
    requestsPerMinute: z.number(),
    /** How many requests an instance's first lease is good for; it takes more at a time as they are used up. */
    permitsPerLease: z.number(),
    /** When the minute began that requests were last admitted in, and how many permits of it are given out. */
    windowStartMilliseconds: z.number(),
    windowUsed: z.number(),
    version: z.number(),
    /** Of ingestion keys: whose leads it delivers, and when it ends if it does. */
    sourceId: z.optional(z.string()),
    expiresAtEpochSeconds: z.optional(z.number()),
  }),
);

/** A key as stored: everything but the secret, of which only the SHA-256 and the last four characters are kept. */
export type KeyRecord = z.output<ReturnType<typeof keyItem>>;

/** A key and where it is. */
export type StoredKey = KeyRecord & { readonly sha256: string };

export const parseKey = (item: Item): StoredKey => ({
  ...keyItem().parse(item),
  sha256: sha256OfApiKeyRecordKey(item),
});

const FIRST_PERMITS_MAXIMUM = 4;

/**
 * A three-hundredth of the limit at the most. An endpoint is a function, and each of its instances leases for
 * itself: a burst that starts hundreds of them must not use the limit up with permits that stay unspent.
 */
export const permitsPerLease = (requestsPerMinute: number) =>
  Math.min(FIRST_PERMITS_MAXIMUM, Math.max(1, Math.floor(requestsPerMinute / 300)));

export const keyToItem = (secret: string, key: KeyRecord): Item => ({
  ...apiKeyRecordKey(sha256(secret)),
  ...key,
});

export const RATE_WINDOW_MILLISECONDS = 60_000;

/** The key with the permits just given out, or as it stood when none could be. */
type WindowOutcome = { readonly admitted: boolean; readonly key: StoredKey | null };

type Joining = { readonly windowStart: number; readonly permits: number; readonly ceiling: number };

/**
 * The rate limit's window of a key, advanced by conditional writes, so that it holds across all instances. Each
 * write also returns the key as it is now: taking permits is how a key is looked up.
 */
export const keyStore = (table: Table) => ({
  /** Begins a new window with a first lease's permits; not admitted while the last one lasts. */
  openWindow: async (secret: string, now: number): Promise<WindowOutcome> =>
    windowOutcome(
      await sendUpdate(table, {
        Key: apiKeyRecordKey(sha256(secret)),
        UpdateExpression: "SET windowStartMilliseconds = :now, windowUsed = permitsPerLease",
        ConditionExpression: "attribute_exists(pk) AND windowStartMilliseconds <= :ended",
        ExpressionAttributeValues: { ":now": now, ":ended": now - RATE_WINDOW_MILLISECONDS },
      }),
    ),

  /** Takes permits of a window that has begun, unless as many as `ceiling` are given out. */
  joinWindow: async (secret: string, { windowStart, permits, ceiling }: Joining): Promise<WindowOutcome> =>
    windowOutcome(
      await sendUpdate(table, {
        Key: apiKeyRecordKey(sha256(secret)),
        UpdateExpression: "SET windowUsed = windowUsed + :permits",
        ConditionExpression:
          "attribute_exists(pk) AND windowStartMilliseconds = :start AND windowUsed < :ceiling",
        ExpressionAttributeValues: { ":start": windowStart, ":permits": permits, ":ceiling": ceiling },
      }),
    ),
});

export type KeyStore = ReturnType<typeof keyStore>;

const windowOutcome = ({ result, item }: UpdateOutcome): WindowOutcome => ({
  admitted: result === "done",
  key: item === undefined ? null : parseKey(item),
});
