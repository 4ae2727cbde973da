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
    /** The API version of its requests that have no `Intake-Version` header. */
    apiVersion: z.string(),
    enabled: z.boolean(),
    /** Set while the operator has disabled the firm; `enabled` stays as the firm set it. */
    firmDisabled: z.optional(z.literal(true)),
    requestsPerMinute: z.number(),
    /** Permits of an instance's first lease; later leases are larger when the permits run out early. */
    permitsPerLease: z.number(),
    /** When the latest rate window began, and how many of its permits are issued. */
    windowStartMilliseconds: z.number(),
    windowUsed: z.number(),
    version: z.number(),
    /** Ingestion keys only: the source whose leads the key delivers, and when the key expires, if ever. */
    sourceId: z.optional(z.string()),
    expiresAtEpochSeconds: z.optional(z.number()),
  }),
);

/** A key as stored. Of the secret, only the SHA-256 and the last four characters are stored. */
export type KeyRecord = z.output<ReturnType<typeof keyItem>>;

/** A key and the hash that it is stored under. */
export type StoredKey = KeyRecord & { readonly sha256: string };

export const parseKey = (item: Item): StoredKey => ({
  ...keyItem().parse(item),
  sha256: sha256OfApiKeyRecordKey(item),
});

const FIRST_PERMITS_MAXIMUM = 4;

/**
 * At most a three-hundredth of the limit. Each instance of each endpoint's function takes its own lease: a burst that
 * starts hundreds of instances must not exhaust the limit with permits that stay unused.
 */
export const permitsPerLease = (requestsPerMinute: number) =>
  Math.min(FIRST_PERMITS_MAXIMUM, Math.max(1, Math.floor(requestsPerMinute / 300)));

export const keyToItem = (secret: string, key: KeyRecord): Item => ({
  ...apiKeyRecordKey(sha256(secret)),
  ...key,
});

/** The attributes that a lease names. A function that only takes leases may write no others of a key. */
export const LEASE_ATTRIBUTES = [
  "pk",
  "sk",
  "windowStartMilliseconds",
  "windowUsed",
  "permitsPerLease",
] as const;

export const RATE_WINDOW_MILLISECONDS = 60_000;

/** The key after permits were issued, or as it was when none could be; null when there is no such key. */
type WindowOutcome = { readonly admitted: boolean; readonly key: StoredKey | null };

type PermitRequest = { readonly windowStart: number; readonly permits: number; readonly ceiling: number };

/**
 * The rate window of a key. Conditional writes advance it, so the limit holds across all instances. Each write also
 * returns the current key: taking permits is how a key is looked up. A repeat after a lost answer at worst takes permits
 * that stay unused, never more than the limit.
 */
export const keyStore = (table: Table) => ({
  /** Opens a new window and issues the permits of a first lease; not admitted before the last window has ended. */
  openWindow: async (secret: string, now: number): Promise<WindowOutcome> =>
    windowOutcome(
      await sendUpdate(table, {
        Key: apiKeyRecordKey(sha256(secret)),
        UpdateExpression: "SET windowStartMilliseconds = :now, windowUsed = permitsPerLease",
        ConditionExpression: "attribute_exists(pk) AND windowStartMilliseconds <= :ended",
        ExpressionAttributeValues: { ":now": now, ":ended": now - RATE_WINDOW_MILLISECONDS },
      }),
    ),

  /** Takes permits of an open window, unless `ceiling` permits are already issued. */
  joinWindow: async (
    secret: string,
    { windowStart, permits, ceiling }: PermitRequest,
  ): Promise<WindowOutcome> =>
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
