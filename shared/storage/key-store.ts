import * as z from "zod/mini";
import { SCOPES } from "../contract/scopes.ts";
import { firmIdFromVerifiedSource } from "../domain/firm-id.ts";
import { sendUpdate, type UpdateOutcome } from "./conditional-update.ts";
import { secretKeyKey, sha256 } from "./keys.ts";
import type { Item } from "./read-together.ts";
import type { Table } from "./table.ts";

const keyItem = z.object({
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
  permitsPerLease: z.number(),
  /** The minute (since the epoch) that requests were last admitted in, and how many permits of it are given out. */
  windowMinute: z.number(),
  windowUsed: z.number(),
});

/** A key as stored: everything but the secret, of which only the SHA-256 and the last four characters are kept. */
export type KeyRecord = z.output<typeof keyItem>;

/** One second's worth of a key's limit is leased at a time. */
export const permitsPerLease = (requestsPerMinute: number) => Math.max(1, Math.floor(requestsPerMinute / 60));

export const keyToItem = (secret: string, key: KeyRecord): Item => ({
  ...secretKeyKey(sha256(secret)),
  ...key,
});

/** The key with the permits just given out, or as it stood when none could be. */
type WindowOutcome = { readonly admitted: boolean; readonly key: KeyRecord | null };

/**
 * The rate limit's window of a key, advanced by conditional writes, so that it holds across all instances. Each
 * write also returns the key as it is now: taking permits is how a key is looked up.
 */
export const keyStore = (table: Table) => ({
  /** Starts the window of a new minute with one lease's permits; not admitted when it has begun already. */
  openWindow: async (secret: string, minute: number): Promise<WindowOutcome> =>
    windowOutcome(
      await sendUpdate(table, {
        Key: secretKeyKey(sha256(secret)),
        UpdateExpression: "SET windowMinute = :minute, windowUsed = permitsPerLease",
        ConditionExpression: "attribute_exists(pk) AND windowMinute < :minute",
        ExpressionAttributeValues: { ":minute": minute },
      }),
    ),

  /** Takes permits of a window that has begun, unless as many as `ceiling` are given out. */
  joinWindow: async (
    secret: string,
    { minute, permits, ceiling }: { minute: number; permits: number; ceiling: number },
  ): Promise<WindowOutcome> =>
    windowOutcome(
      await sendUpdate(table, {
        Key: secretKeyKey(sha256(secret)),
        UpdateExpression: "SET windowUsed = windowUsed + :permits",
        ConditionExpression: "attribute_exists(pk) AND windowMinute = :minute AND windowUsed < :ceiling",
        ExpressionAttributeValues: { ":minute": minute, ":permits": permits, ":ceiling": ceiling },
      }),
    ),
});

export type KeyStore = ReturnType<typeof keyStore>;

const windowOutcome = ({ result, item }: UpdateOutcome): WindowOutcome => ({
  admitted: result === "done",
  key: item === undefined ? null : keyItem.parse(item),
});
